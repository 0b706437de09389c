import * as z from 'zod/mini'

import { optionalDistrict } from '#app/accounts/district-rules.ts'
import { requiredText, textMax } from '#app/forms/field-rules.ts'
import { streams } from '#app/posts/search/stream-rules.ts'

import { conditions } from '../conditions.ts'
import {
  checkPrices,
  editedCopiesFields,
  keptChoice,
  optionalDiscount,
  optionalIsbn,
  optionalPrice,
  optionalText,
  optionalYear,
  pdfFields,
  type PostKind,
  requiredChoice,
  requiredPrice,
} from '../post-rules.ts'
import { needsOtherCategory, other, resolveCategory } from './category.ts'
import { editedCoverFields, editedPictureFields, keepsTwoPictures } from './edited-pictures.ts'

/** The categories in the students' edit form. */
const editCategories = [
  'HSLC (SEBA)',
  'Higher Secondary (Science)',
  'Higher Secondary (Commerce)',
  'Higher Secondary (Arts)',
  other,
]

/** Adds the post's own category if it is none of those: an edit must not change a field that was not touched. */
export function categoriesFor(ownCategory: string) {
  return editCategories.includes(ownCategory) ? editCategories : [ownCategory, ...editCategories]
}

const studentFields = {
  name: requiredText('Name'),
  description: optionalText('Description', { max: textMax }),
  /** Empty: keeps the price, as only the name is required. */
  price: optionalPrice,
  sellingPrice: optionalPrice,
  discount: optionalDiscount,
  district: optionalDistrict,
}

const printedByStudent = {
  ...studentFields,
  authorName: optionalText('Author Name'),
  stream: keptChoice('Stream', streams),
  condition: keptChoice('Condition', conditions),
  publishYear: optionalYear,
  isbn: optionalIsbn,
  ...editedCopiesFields,
  ...editedPictureFields,
}

const editedNovel = ({ pricePaise }: CurrentPost) =>
  z.object(printedByStudent).check(keepsTwoPictures, checkPrices(pricePaise))

const editedBook = ({ pricePaise }: CurrentPost) =>
  z
    .object({ ...printedByStudent, className: optionalText('Class Name') })
    .check(keepsTwoPictures, checkPrices(pricePaise))

function noteFields({ category }: CurrentPost) {
  return {
    ...studentFields,
    collegeName: optionalText('College Name'),
    className: optionalText('Class Name'),
    category: requiredChoice('Category', categoriesFor(category ?? '')),
    otherCategory: optionalText('Other Category'),
    ...pdfFields,
  }
}

function editedNote(post: CurrentPost) {
  const fields = noteFields(post)
  return z.pipe(
    z.object(fields).check(needsOtherCategory, checkPrices(post.pricePaise)),
    resolveCategory<z.infer<z.ZodMiniObject<typeof fields>>>(),
  )
}

function editedCourse(post: CurrentPost) {
  const fields = { ...noteFields(post), ...editedCoverFields }
  return z.pipe(
    z.object(fields).check(needsOtherCategory, checkPrices(post.pricePaise)),
    resolveCategory<z.infer<z.ZodMiniObject<typeof fields>>>(),
  )
}

const storeFields = {
  name: requiredText('Name'),
  authorName: requiredText('Author Name'),
  stream: requiredChoice('Stream', streams),
  condition: requiredChoice('Condition', conditions),
  publishYear: optionalYear,
  isbn: optionalIsbn,
  district: optionalDistrict,
  price: requiredPrice('Original Price'),
  sellingPrice: optionalPrice,
  ...editedCopiesFields,
  ...editedPictureFields,
}

const BookEditedByStore = z
  .object({ ...storeFields, className: optionalText('Class Name') })
  .check(keepsTwoPictures, checkPrices())

const NovelEditedByStore = z
  .object({
    ...storeFields,
    category: requiredText('Category'),
    description: requiredText('Description', { max: textMax }),
  })
  .check(keepsTwoPictures, checkPrices())

interface CurrentPost {
  kind: PostKind
  category: string | null
  pricePaise: number
}

/** The schema of the edit form, which differs by kind, and between students and stores. */
export function editRules(seller: 'student' | 'store', post: CurrentPost) {
  if (seller === 'store') return post.kind === 'novel' ? NovelEditedByStore : BookEditedByStore
  return editedByStudent[post.kind](post)
}

const editedByStudent = { book: editedBook, novel: editedNovel, note: editedNote, course: editedCourse }

type EditedByStudent = { [Kind in PostKind]: z.infer<ReturnType<(typeof editedByStudent)[Kind]>> }
export type EditedPost =
  | EditedByStudent[PostKind]
  | z.infer<typeof BookEditedByStore>
  | z.infer<typeof NovelEditedByStore>

/** The fields about files and copies; all others are columns of the post. */
export const fieldsBesideColumns = Object.keys({
  ...editedPictureFields,
  ...editedCoverFields,
  ...pdfFields,
  ...editedCopiesFields,
})
