import * as z from 'zod/mini'

import { requiredText, tooLongText } from '#app/forms/field-rules.ts'

import { starsMax, wordsMax } from './rating-rules.ts'

export const ratingLimit = { of: 'ratings', perPerson: 100, perAddress: 1_000, minutes: 60 }

const starsMissing = 'Choose 1 to 5 stars'

/** Yes, no, or left out. */
const tap = z.pipe(
  z._default(z.enum(['yes', 'no', '']), ''),
  z.transform((said: 'yes' | 'no' | '') => (said === '' ? null : said === 'yes')),
)

export const NewRating = z.object({
  /** The order. */
  rates: z.uuid(),
  /** Idempotency key. */
  key: z.uuid(),
  stars: z.pipe(
    z.string(starsMissing).check(z.regex(new RegExp(`^[1-${starsMax}]$`), starsMissing)),
    z.transform((stars: string) => Number(stars)),
  ),
  asPromised: tap,
  communication: tap,
  useful: tap,
  words: z._default(z.string().check(z.trim(), z.maxLength(wordsMax, tooLongText('Text', wordsMax))), ''),
})
export type NewRating = z.infer<typeof NewRating>

/** An answer to the rating that one got for an order. */
export const RatingAnswer = z.object({ answers: z.uuid(), words: requiredText('Answer', { max: wordsMax }) })

/** What is wrong with the rating that one got for an order. */
export const RatingReport = z.object({ reports: z.uuid(), words: requiredText('What is wrong', { max: wordsMax }) })
