import * as z from 'zod/mini'

import { requiredText, textMax } from '../../platform/field-rules.ts'
import { hasPdfs } from '../has-pdfs.ts'
import {
  conditions,
  optionalDiscount,
  optionalPrice,
  optionalText,
  optionalYear,
  pdfFields,
  type PostKind,
  requiredChoice,
  requiredPrice,
  sellsForNoMore,
} from '../post-rules.ts'
import { streams } from '../stream-rules.ts'
import { needsOtherCategory, other, withCategory } from './category.ts'

/** The categories that a student's edit form offers. */
const editCategories = [
  'HSLC (SEBA)',
  'Higher Secondary (Science)',
  'Higher Secondary (Commerce)',
  'Higher Secondary (Arts)',
  other,
]

/** Where it is none of those, the post's own one stands among them: an edit never changes what was not touched. */
export function categoriesFor(ownCategory: string) {
  return editCategories.includes(ownCategory) ? editCategories : [ownCategory, ...editCategories]
}

const ofStudent = {
  name: requiredText('Name'),
  description: optionalText('Description', { max: textMax }),
  /** Left empty, it stays as it was: only the name is required. */
  price: optionalPrice,
  sellingPrice: optionalPrice,
  discount: optionalDiscount,
}

const editedByStudent = ({ pricePaise }: Edited) =>
  z.object({ ...ofStudent, authorName: optionalText('Author Name') }).check(sellsForNoMore(pricePaise))

function editedNote({ category, pricePaise }: Edited) {
  const fields = {
    ...ofStudent,
    collegeName: optionalText('College Name'),
    className: optionalText('Class Name'),
    category: requiredChoice('Category', categoriesFor(category ?? '')),
    otherCategory: optionalText('Other Category'),
    ...pdfFields,
  }
  return z.pipe(
    z.object(fields).check(needsOtherCategory, sellsForNoMore(pricePaise)),
    withCategory<z.infer<z.ZodMiniObject<typeof fields>>>(),
  )
}

const ofStore = {
  name: requiredText('Name'),
  authorName: requiredText('Author Name'),
  stream: requiredChoice('Stream', streams),
  condition: requiredChoice('Condition', conditions),
  publishYear: optionalYear,
  price: requiredPrice('Original Price'),
  sellingPrice: optionalPrice,
}

const BookEditedByStore = z.object({ ...ofStore, className: optionalText('Class Name') }).check(sellsForNoMore())

const NovelEditedByStore = z
  .object({
    ...ofStore,
    category: requiredText('Category'),
    description: requiredText('Description', { max: textMax }),
  })
  .check(sellsForNoMore())

interface Edited {
  kind: PostKind
  category: string | null
  pricePaise: number
}

/** What may be changed in a post, and the rules: they differ by kind, and between the students' and the stores' screen. */
export function editRules(seller: 'student' | 'store', post: Edited) {
  if (seller === 'store') return post.kind === 'novel' ? NovelEditedByStore : BookEditedByStore
  return hasPdfs(post.kind) ? editedNote(post) : editedByStudent(post)
}

export type EditedPost = z.infer<ReturnType<typeof editRules>>
