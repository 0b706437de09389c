import * as z from 'zod/mini'

import { optionalDistrict } from '#app/accounts/district-rules.ts'
import { idempotencyKey, requiredText, sayWhatIsMissing, textMax } from '#app/forms/field-rules.ts'
import { streams } from '#app/posts/search/stream-rules.ts'

import { conditions } from '../conditions.ts'
import {
  needsTwoPictures,
  optionalCopies,
  optionalIsbn,
  optionalPrice,
  optionalYear,
  pictureFields,
  requiredChoice,
  requiredPrice,
  checkPrices,
} from '../post-rules.ts'

export const NewNovel = z
  .object({
    key: idempotencyKey,
    name: requiredText('Novel Name'),
    authorName: requiredText('Author Name'),
    category: requiredText('Category'),
    stream: requiredChoice('Stream', streams),
    condition: requiredChoice('Novel Condition', conditions),
    description: requiredText('Description', { max: textMax }),
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
      {
        name: 'Novel Name',
        authorName: 'Author Name',
        category: 'Category',
        condition: 'Novel Condition',
        stream: 'Stream',
        description: 'Description',
      },
      () => 'All fields including stream are mandatory for novels',
    ),
    needsTwoPictures,
    checkPrices(),
  )
export type NewNovel = z.infer<typeof NewNovel>
