import * as z from 'zod/mini'

import { optionalDistrict } from '#app/accounts/district-rules.ts'
import { idempotencyKey, requiredText, sayWhatIsMissing, textMax } from '#app/forms/field-rules.ts'

import { checkPrices, needsTwoPdfs, optionalPrice, optionalText, pdfFields, requiredPrice } from '../post-rules.ts'
import { categoryFields, needsOtherCategory, resolveCategory } from './category.ts'

/** The fields of notes, and of courses. */
export const noteFields = {
  key: idempotencyKey,
  name: requiredText('Name'),
  className: optionalText('Class Name'),
  collegeName: optionalText('College Name'),
  ...categoryFields,
  description: optionalText('Description', { max: textMax }),
  district: optionalDistrict,
  price: requiredPrice('Price'),
  sellingPrice: optionalPrice,
  ...pdfFields,
}

export const nameAndCategory = sayWhatIsMissing(
  { name: 'Name', category: 'Category' },
  () => 'Name and category are mandatory fields',
)

export const NewNote = z.pipe(
  z.object(noteFields).check(nameAndCategory, needsOtherCategory, needsTwoPdfs, checkPrices()),
  resolveCategory<z.infer<z.ZodMiniObject<typeof noteFields>>>(),
)
export type NewNote = z.infer<typeof NewNote>
