import * as z from 'zod/mini'

import { tooLongText } from '#app/forms/field-rules.ts'

import type { TeamRole } from '../access/role-rules.ts'
import type { Reported } from '../tickets/ticket-rules.ts'

const deeds = ['hide', 'show', 'remove', 'warn', 'suspend', 'lift'] as const
export type ModerationDeed = (typeof deeds)[number]

/** What the team may do with each kind of thing: with a person's post also something with the person. */
const deedsFor: Record<Reported, readonly ModerationDeed[]> = {
  post: ['hide', 'show', 'remove', 'warn', 'suspend'],
  comment: ['hide', 'show', 'warn', 'suspend'],
  rating: ['hide', 'show', 'warn', 'suspend'],
  person: ['warn', 'suspend', 'lift'],
}

/** People are the owners' matter: support hides and warns. */
const ofOwners = new Set<ModerationDeed>(['remove', 'suspend', 'lift'])

const mayModerate = (role: TeamRole, deed: ModerationDeed) => role === 'owner' || !ofOwners.has(deed)

export const deedsOn = (thing: Reported, role: TeamRole) => deedsFor[thing].filter((deed) => mayModerate(role, deed))

/** In days; the last is for good. */
export const suspensions = ['1', '7', '30', 'for good'] as const

/** Of a reason, a decision of the team, and why somebody looks at personal data. */
export const reasonMax = 1_000
const needsReason = new Set<ModerationDeed>(['hide', 'remove', 'warn', 'suspend'])

export const Moderation = z
  .object({
    moderate: z.enum(deeds),
    reason: z._default(z.string().check(z.trim(), z.maxLength(reasonMax, tooLongText('The reason', reasonMax))), ''),
    days: z._default(z.enum(suspensions), '7'),
  })
  .check(({ value, issues }) => {
    if (value.reason || !needsReason.has(value.moderate)) return
    issues.push({
      code: 'custom',
      path: ['reason'],
      input: value,
      message: 'Say why: the person reads it',
      continue: true,
    })
  })

export const daysOf = (days: (typeof suspensions)[number]) => (days === 'for good' ? null : Number(days))
