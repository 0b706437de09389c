import { readDay } from '#app/format/dates.ts'

import { type AuditEvent, auditEvents, type AuditKind } from './audit-rules.ts'

/** What the page of the audit is asked for. Empty texts and null ask for everything. */
export interface AskedAudit {
  kind: AuditKind | null
  event: AuditEvent | null
  /** The id of the member of the team who did it. */
  member: string
  /** The id of an account or a member, or a subject such as "ticket 2481" or its number alone. */
  about: string
  /** Days in India, such as 2025-11-14; both count. */
  from: string
  to: string
  /** The id of the last row of the page before. */
  before: string | null
}

export const auditKinds = ['look', 'deed', 'security'] as const satisfies readonly AuditKind[]

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isKind = (text: string): text is AuditKind => auditKinds.some((kind) => kind === text)

/** The events of a kind, or all. */
export const eventsOf = (kind: AuditKind | null) =>
  (Object.keys(auditEvents) as AuditEvent[]).filter((event) => !kind || auditEvents[event] === kind)

/** Reads the address. What is not understood is not asked for. */
export function readAskedAudit({ searchParams }: URL): AskedAudit {
  const textOf = (name: string) => (searchParams.get(name) ?? '').trim()
  const dayOf = (name: string) => (readDay(textOf(name)) ? textOf(name) : '')
  const kind = isKind(textOf('kind')) ? (textOf('kind') as AuditKind) : null
  const before = textOf('before')
  return {
    kind,
    event: eventsOf(kind).find((event) => event === textOf('event')) ?? null,
    member: idPattern.test(textOf('member')) ? textOf('member') : '',
    about: textOf('about').toLowerCase().slice(0, 200).toWellFormed().replaceAll('\0', ' '), // as the database takes it
    from: dayOf('from'),
    to: dayOf('to'),
    before: idPattern.test(before) ? before : null,
  }
}

export function auditQueryOf(asked: AskedAudit) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value) query.set(name, value)
  return query.toString()
}

/** How many filters are set, besides the kind. */
export const countFilters = ({ event, member, about, from, to }: AskedAudit) =>
  [event, member, about, from, to].filter(Boolean).length
