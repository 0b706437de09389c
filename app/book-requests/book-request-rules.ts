import * as z from 'zod/mini'

import { idempotencyKey, phoneNumber, pinNumber, requiredText, textMax } from '#app/forms/field-rules.ts'
import { streams } from '#app/posts/search/stream-rules.ts'

import { optionalText, requiredChoice } from '../posts/post-rules.ts'

export const bookRequestLimit = { of: 'book requests', perPerson: 20, perAddress: 300, minutes: 60 }

export const requestConditions = ['New', 'Used']

export const NewBookRequest = z.object({
  key: idempotencyKey,
  bookName: requiredText('Book Name'),
  className: requiredText('Class'),
  stream: requiredChoice('Stream', streams),
  condition: z._default(requiredChoice('Condition', requestConditions), 'New'),
  phone: phoneNumber,
  address: requiredText('Address', { max: textMax }),
  pin: pinNumber,
  comment: optionalText('Comment', { max: textMax }),
})
export type NewBookRequest = z.infer<typeof NewBookRequest>

/** Why a request is closed. */
export type ClosedBecause = 'found' | 'not needed' | 'team'

/** What its person does with a request. */
export const RequestChange = z.object({ change: z.enum(['found', 'not needed', 'open']) })
export type RequestChange = z.infer<typeof RequestChange>

export const requestChangeLimit = { of: 'changes of requests', perPerson: 100, perAddress: 1_000, minutes: 60 }
