import * as z from 'zod/mini'

import type { AuditEvent } from '#app/audit/audit-rules.ts'
import { idempotencyKey, requiredText, textMax } from '#app/forms/field-rules.ts'
import type { TicketEvent, TicketState } from '#app/tickets/ticket-rules.ts'

import { reasonMax } from './moderation-rules.ts'

interface TicketDeed {
  /** In which states of a ticket it may be done. */
  from: readonly TicketState[]
  /** The state afterwards; null: a new ticket is open, any other stays as it is. */
  to: TicketState | null
  event: TicketEvent
  audit: AuditEvent
}

const notDone = ['new', 'open', 'waiting'] as const

/** What members of the team do with a ticket. */
const ticketDeeds = {
  take: { from: notDone, to: null, event: 'taken', audit: 'ticket taken' },
  leave: { from: notDone, to: null, event: 'left', audit: 'ticket left' },
  answer: { from: notDone, to: 'waiting', event: 'answer', audit: 'ticket answered' },
  note: { from: [...notDone, 'done'], to: null, event: 'note', audit: 'ticket noted' },
  wait: { from: ['new', 'open'], to: 'waiting', event: 'waiting', audit: 'ticket put to waiting' },
  end: { from: notDone, to: 'done', event: 'done', audit: 'ticket ended' },
  'open again': { from: ['done'], to: 'open', event: 'opened again', audit: 'ticket opened again' },
} as const satisfies Record<string, TicketDeed>
export type TicketDeedName = keyof typeof ticketDeeds

const names = Object.keys(ticketDeeds) as [TicketDeedName, ...TicketDeedName[]]

export const rulesOf = (deed: TicketDeedName): TicketDeed => ticketDeeds[deed]

export const mayDo = (deed: TicketDeedName, state: TicketState) => rulesOf(deed).from.includes(state)

const postsMax = 10

/** Answers and notes have words; the others need none. */
export const TicketChange = z.object({
  key: idempotencyKey,
  deed: z.enum(names),
  words: z._default(z.string().check(z.trim(), z.maxLength(textMax, 'This is too long: 5,000 characters at most')), ''),
  /** Ids of the posts that an answer names, after commas. */
  posts: z._default(z.string().check(z.regex(new RegExp(`^([0-9a-f-]{36},?){0,${postsMax}}$`))), ''),
})

/** How a problem of an order ends, in words for both sides. */
export const Settlement = z.object({
  how: z.enum(['complete', 'cancel']),
  reason: requiredText('What the team decided', { max: reasonMax }),
})
