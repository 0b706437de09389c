import * as z from 'zod/mini'

import { requiredText, textMax, tooLongText } from '#app/forms/field-rules.ts'

import { reasonMax } from './moderation-rules.ts'

/** What is done with an account, each with a reason for the audit. */
export const PersonDeed = z.object({
  deed: z.enum(['link', 'sessions', 'id number']),
  why: requiredText('Why', { max: reasonMax }),
})

const optional = (label: string) =>
  z._default(z.string().check(z.trim(), z.maxLength(textMax, tooLongText(label, textMax))), '')

/** A typo in a post is corrected; what is sold, and for how much, stays the seller's. */
export const Correction = z.object({
  name: requiredText('Name'),
  authorName: optional('Author'),
  description: optional('Description'),
})
