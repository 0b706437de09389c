import * as z from 'zod/mini'

import { idempotencyKey, requiredText, sayWhatIsMissing, textMax } from '../../platform/field-rules.ts'
import { needsTwoPdfs, optionalPrice, optionalText, pdfFields, requiredPrice, sellsForNoMore } from '../post-rules.ts'
import { categoryFields, needsOtherCategory, withCategory } from './category.ts'

/** A note's fields, which are a course's as well. */
export const noteFields = {
  key: idempotencyKey,
  name: requiredText('Name'),
  className: optionalText('Class Name'),
  collegeName: optionalText('College Name'),
  ...categoryFields,
  description: optionalText('Description', { max: textMax }),
  price: requiredPrice('Price'),
  sellingPrice: optionalPrice,
  ...pdfFields,
}

export const nameAndCategory = sayWhatIsMissing(
  { name: 'Name', category: 'Category' },
  () => 'Name and category are mandatory fields',
)

export const NewNote = z.pipe(
  z.object(noteFields).check(nameAndCategory, needsOtherCategory, needsTwoPdfs, sellsForNoMore()),
  withCategory<z.infer<z.ZodMiniObject<typeof noteFields>>>(),
)
export type NewNote = z.infer<typeof NewNote>
