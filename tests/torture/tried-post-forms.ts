import { editRules } from '#app/posts/kinds/edited-post.ts'
import { newPostRules } from '#app/posts/kinds/new-post.ts'
import type { PostKind } from '#app/posts/post-rules.ts'

import type { Person } from './ground.ts'
import { choice, district, type FieldKind, keyField, type Row, text, type TriedForm, uuidOf } from './tried-form.ts'

const kinds: PostKind[] = ['book', 'novel', 'note', 'course']
const isbn = { isbn: 'isbn' } as const
const copies = { copies: 'copies' } as const
const editedCopies = { copies: 'copies', shownCopies: 'copies' } as const
const seller = ({ id }: Person) => ({ sellerId: id })
const price = { price: 'price', sellingPrice: 'price' } as const
const pictures = { picture1: 'file', picture2: 'file', picture3: 'file' } as const
const pdfs = { pdf1: 'file', pdf2: 'file' } as const
const noteFields = {
  ...keyField,
  ...text('name', 'className', 'collegeName', 'otherCategory', 'description'),
  ...choice('category'),
  ...district,
  ...price,
  ...pdfs,
}

const newPostFields: Record<PostKind, Record<string, FieldKind>> = {
  book: {
    ...keyField,
    ...text('name', 'authorName', 'className'),
    ...choice('stream', 'condition'),
    ...price,
    ...district,
    ...isbn,
    ...copies,
    publishYear: 'number',
    ...pictures,
  },
  novel: {
    ...keyField,
    ...text('name', 'authorName', 'category', 'description'),
    ...choice('stream', 'condition'),
    ...price,
    ...district,
    ...isbn,
    ...copies,
    publishYear: 'number',
    ...pictures,
  },
  note: noteFields,
  course: { ...noteFields, discount: 'number', coverImage: 'file' },
}

const printed = { name: 'Asamar Buranji', authorName: 'H. C. Verma', stream: 'Science', condition: 'Good(used)' }
const prices = { price: '₹1,250.50', sellingPrice: '900' }
const goodIsbn = '978-0-306-40615-7'
const goodNote = {
  district: 'Jorhat',
  name: 'Physics notes',
  className: 'XI',
  collegeName: 'Cotton College',
  category: 'Other',
  otherCategory: 'Diploma',
  description: 'All chapters',
  ...prices,
}
const goodPosts: Record<PostKind, Record<string, string>> = {
  book: {
    ...printed,
    ...prices,
    className: 'XI',
    publishYear: '2020',
    isbn: goodIsbn,
    district: 'Jorhat',
    copies: '12',
  },
  novel: {
    ...printed,
    ...prices,
    isbn: goodIsbn,
    copies: '1',
    district: 'Sribhumi',
    category: 'Fiction',
    description: 'A story',
    publishYear: '2020',
  },
  note: goodNote,
  course: { ...goodNote, discount: '10' },
}

const twoPictures = { picture1: 'images', picture2: 'images' } as const
const twoPdfs = { pdf1: 'uploads', pdf2: 'uploads' } as const
const isPrinted = (kind: PostKind) => kind === 'book' || kind === 'novel'

/** The required columns of a post. */
const postRow = (kind: PostKind, person: Person): Row => ({
  kind,
  name: 'A post',
  pricePaise: 100,
  ...seller(person),
  ...(isPrinted(kind)
    ? { stream: 'Arts', condition: 'Good(used)', picture1: 'images/1.jpg', picture2: 'images/2.jpg' }
    : { category: 'HSLC (SEBA)', pdf1: 'uploads/1.pdf', pdf2: 'uploads/2.pdf' }),
  ...(kind === 'novel' ? { authorName: 'A', category: 'B', description: 'C' } : {}),
})

const newPosts = kinds.map((kind): TriedForm => ({
  name: `new ${kind}`,
  rules: newPostRules[kind],
  fields: newPostFields[kind],
  good: (_, fresh) => ({ ...goodPosts[kind], key: uuidOf(fresh) }),
  files: isPrinted(kind) ? twoPictures : twoPdfs,
  who: 'student',
  place: () => (isPrinted(kind) ? `/CreateBooksAndNovels?tab=${kind}s` : `/CreateCourseAndNotes?tab=${kind}s`),
  table: 'posts',
  owned: (person) => ({ kind, ...seller(person) }),
  rest: (person) => postRow(kind, person),
}))

const pictureChoices = {
  shownPictures: 'images/none-1.jpg images/none-2.jpg',
  picture1Place: '2',
  picture2Place: '1',
  picture3Place: '3',
  picture1Removed: '',
  picture2Removed: '',
  picture3Removed: '',
}
const editedPictures: Record<string, FieldKind> = {
  ...pictures,
  ...Object.fromEntries(Object.keys(pictureChoices).map((name) => [name, 'arrangement'])),
}

const editedFields = {
  student: (kind: PostKind): Record<string, FieldKind> => ({
    ...text('name', 'description'),
    ...price,
    ...district,
    discount: 'number',
    ...(isPrinted(kind)
      ? {
          ...text('authorName', ...(kind === 'book' ? ['className'] : [])),
          stream: 'kept choice',
          condition: 'kept choice',
          publishYear: 'number',
          ...isbn,
          ...editedCopies,
          ...editedPictures,
        }
      : { ...text('collegeName', 'className', 'otherCategory'), ...choice('category'), ...pdfs }),
    ...(kind === 'course' ? { coverImage: 'file', coverImageRemoved: 'arrangement' } : {}),
  }),
  store: (kind: PostKind): Record<string, FieldKind> => ({
    ...text('name', 'authorName'),
    ...choice('stream', 'condition'),
    ...price,
    ...district,
    ...isbn,
    ...editedCopies,
    publishYear: 'number',
    ...editedPictures,
    ...(kind === 'novel' ? text('category', 'description') : text('className')),
  }),
}

const edited = (['student', 'store'] as const).flatMap((who) =>
  kinds
    .filter((kind) => who === 'student' || isPrinted(kind))
    .map((kind): TriedForm => {
      const fields = editedFields[who](kind)
      const good = { ...goodPosts[kind], ...pictureChoices, description: 'A story', discount: '10', shownCopies: '7' }
      return {
        name: `${kind} edited by ${who}`,
        rules: editRules(who, { kind, category: 'HSLC (SEBA)', pricePaise: isPrinted(kind) ? 49_500 : 7_000 }),
        fields,
        good: () => Object.fromEntries(Object.entries(good).filter(([name]) => name in fields)),
        who,
        place: ({ posts }) =>
          `${who === 'student' ? '/AlterBooksAndNovels' : '/AlterPosts'}?tab=${kind}s&edit=${posts[kind]}`,
        table: 'posts',
        changes: ({ posts }) => posts[kind],
        owned: (person) => ({ kind, ...seller(person) }),
        rest: (person) => postRow(kind, person),
      }
    }),
)

/** Forms that add and change posts. */
export const postForms: TriedForm[] = [...newPosts, ...edited]
