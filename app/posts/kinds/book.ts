import * as z from 'zod/mini'

import { optionalDistrict } from '#app/accounts/district-rules.ts'
import { idempotencyKey, requiredText, sayWhatIsMissing } from '#app/forms/field-rules.ts'
import { streams } from '#app/posts/search/stream-rules.ts'

import { conditions } from '../conditions.ts'
import {
  needsTwoPictures,
  optionalCopies,
  optionalIsbn,
  optionalPrice,
  optionalText,
  optionalYear,
  pictureFields,
  requiredChoice,
  requiredPrice,
  checkPrices,
} from '../post-rules.ts'

export const NewBook = z
  .object({
    key: idempotencyKey,
    name: requiredText('Book Name'),
    authorName: optionalText('Author Name'),
    className: optionalText('Class Name'),
    stream: requiredChoice('Stream', streams),
    condition: requiredChoice('Book Condition', conditions),
    publishYear: optionalYear,
    isbn: optionalIsbn,
    district: optionalDistrict,
    price: requiredPrice('Original Price'),
    sellingPrice: optionalPrice,
    copies: optionalCopies({ min: 1 }),
    ...pictureFields,
  })
  .check(
    sayWhatIsMissing(
      { name: 'Book Name', condition: 'Book Condition', stream: 'Stream' },
      () => 'Book name, condition, and stream are mandatory fields',
    ),
    needsTwoPictures,
    checkPrices(),
  )
export type NewBook = z.infer<typeof NewBook>
