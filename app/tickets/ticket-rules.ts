import * as z from 'zod/mini'

import { idempotencyKey, requiredText, textMax } from '#app/forms/field-rules.ts'

/** A request for a book, a message to the team, a report of something bad, or a problem of an order. */
export type TicketKind = 'request' | 'message' | 'report' | 'problem'

/** Waiting: for the person, or for a book to appear. */
export type TicketState = 'new' | 'open' | 'waiting' | 'done'

/** What people can report. */
export type Reported = 'post' | 'comment' | 'rating' | 'person'

/** What happened to a ticket: its history has a row for each. */
export type TicketEvent =
  | 'asked'
  | 'match'
  | 'taken'
  | 'left'
  | 'answer'
  | 'note'
  | 'reply'
  | 'waiting'
  | 'hidden'
  | 'shown'
  | 'removed'
  | 'warned'
  | 'suspended'
  | 'done'
  | 'opened again'

/** What the person who asked may read of the history. */
export const shownToPerson = ['asked', 'answer', 'reply', 'done', 'opened again'] as const

/** The e-commerce rules of India: a complaint is acknowledged within 48 hours, and ended within one month. */
export const ticketClocks = { answerHours: 48, endMonths: 1 }

export const replyLimit = { of: 'messages', perPerson: 30, perAddress: 300, minutes: 60 }

/** What the person writes to an own ticket. */
export const TicketReply = z.object({
  key: idempotencyKey,
  ticket: z.string().check(z.regex(/^[1-9][0-9]{0,8}$/)),
  words: requiredText('Message', { max: textMax }),
})
export type TicketReply = z.infer<typeof TicketReply>
