import * as z from 'zod/mini'

/** How many posts an account may have saved at a time. */
export const savedMax = 500

/** Removing is not limited. */
export const savingLimit = { of: 'saved posts', perPerson: 300, perAddress: 3_000, minutes: 60 }

export const SavedChange = z.object({
  saved: z.enum(['on', 'off']),
  /** Where a form without script returns to. */
  back: z._default(z.string(), ''),
})
