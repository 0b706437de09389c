import * as z from 'zod/mini'

/** How many searches an account may have saved at a time. */
export const savedSearchesMax = 50

/** Stopping is not limited. */
export const savedSearchLimit = { of: 'saved searches', perPerson: 100, perAddress: 1_000, minutes: 60 }

export const SavedSearchChange = z.object({
  /** As in the address of the search page. */
  search: z.string().check(z.maxLength(8_000)),
  tell: z.enum(['on', 'off']),
  /** Where a form without script returns to. */
  back: z._default(z.string(), ''),
})
