import * as z from 'zod/mini'

import { requiredText, textMax } from '#app/forms/field-rules.ts'
import { streams } from '#app/posts/search/stream-rules.ts'

import { hasPdfs } from '../has-pdfs.ts'
import { conditions } from '../conditions.ts'
import {
  checkPrices,
  optionalDiscount,
  optionalPrice,
  optionalText,
  optionalYear,
  pdfFields,
  type PostKind,
  requiredChoice,
  requiredPrice,
} from '../post-rules.ts'
import { needsOtherCategory, other, resolveCategory } from './category.ts'

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
}

const editedByStudent = ({ pricePaise }: CurrentPost) =>
  z.object({ ...studentFields, authorName: optionalText('Author Name') }).check(checkPrices(pricePaise))

function editedNote({ category, pricePaise }: CurrentPost) {
  const fields = {
    ...studentFields,
    collegeName: optionalText('College Name'),
    className: optionalText('Class Name'),
    category: requiredChoice('Category', categoriesFor(category ?? '')),
    otherCategory: optionalText('Other Category'),
    ...pdfFields,
  }
  return z.pipe(
    z.object(fields).check(needsOtherCategory, checkPrices(pricePaise)),
    resolveCategory<z.infer<z.ZodMiniObject<typeof fields>>>(),
  )
}

const storeFields = {
  name: requiredText('Name'),
  authorName: requiredText('Author Name'),
  stream: requiredChoice('Stream', streams),
  condition: requiredChoice('Condition', conditions),
  publishYear: optionalYear,
  price: requiredPrice('Original Price'),
  sellingPrice: optionalPrice,
}

const BookEditedByStore = z.object({ ...storeFields, className: optionalText('Class Name') }).check(checkPrices())

const NovelEditedByStore = z
  .object({
    ...storeFields,
    category: requiredText('Category'),
    description: requiredText('Description', { max: textMax }),
  })
  .check(checkPrices())

interface CurrentPost {
  kind: PostKind
  category: string | null
  pricePaise: number
}

/** The schema of the edit form, which differs by kind, and between students and stores. */
export function editRules(seller: 'student' | 'store', post: CurrentPost) {
  if (seller === 'store') return post.kind === 'novel' ? NovelEditedByStore : BookEditedByStore
  return hasPdfs(post.kind) ? editedNote(post) : editedByStudent(post)
}

export type EditedPost = z.infer<ReturnType<typeof editRules>>
