import * as z from 'zod/mini'

import { idempotencyKey, requiredText, sayWhatIsMissing } from '../../platform/field-rules.ts'
import {
  conditions,
  needsTwoPictures,
  optionalPrice,
  optionalText,
  optionalYear,
  pictureFields,
  requiredChoice,
  requiredPrice,
  sellsForNoMore,
} from '../post-rules.ts'
import { streams } from '../stream-rules.ts'

export const NewBook = z
  .object({
    key: idempotencyKey,
    name: requiredText('Book Name'),
    authorName: optionalText('Author Name'),
    className: optionalText('Class Name'),
    stream: requiredChoice('Stream', streams),
    condition: requiredChoice('Book Condition', conditions),
    publishYear: optionalYear,
    price: requiredPrice('Original Price'),
    sellingPrice: optionalPrice,
    ...pictureFields,
  })
  .check(
    sayWhatIsMissing(
      { name: 'Book Name', condition: 'Book Condition', stream: 'Stream' },
      () => 'Book name, condition, and stream are mandatory fields',
    ),
    needsTwoPictures,
    sellsForNoMore(),
  )
export type NewBook = z.infer<typeof NewBook>
