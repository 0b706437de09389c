export const ticketFilters = [
  'open',
  'late',
  'mine',
  'nobody',
  'requests',
  'problems',
  'reports',
  'messages',
  'waiting',
  'done',
] as const
export type TicketFilter = (typeof ticketFilters)[number]

export interface AskedTickets {
  filter: TicketFilter
  /** A number, or a part of a subject or of a name. */
  search: string
  /** The last ticket of the page before. */
  after: string | null
}

const isFilter = (name: string | null): name is TicketFilter => ticketFilters.some((filter) => filter === name)

/** Which tickets the address of the page asks for. */
export function readAsked({ searchParams }: URL): AskedTickets {
  const filter = searchParams.get('show')
  const after = searchParams.get('after')
  return {
    filter: isFilter(filter) ? filter : 'open',
    search: (searchParams.get('q') ?? '').trim().slice(0, 200),
    after: after && /^\d{4}-\d\d-\d\dT[\d:.]+Z_[0-9a-f-]{36}$/.test(after) ? after : null,
  }
}

export function queryOf({ filter, search, after }: AskedTickets) {
  const query = new URLSearchParams()
  if (filter !== 'open') query.set('show', filter)
  if (search) query.set('q', search)
  if (after) query.set('after', after)
  return query.toString()
}
