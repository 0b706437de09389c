import { Link } from 'react-router'

import { ticketsPath } from '#app/access/team-map.ts'
import { formatDay, isSameDay } from '#app/format/dates.ts'
import { ticketKindNames } from '#app/tickets/ticket-texts.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'

import type { ListedTicket } from './ticket-list-queries.server.ts'
import type { AskedTickets } from './asked-tickets.ts'
import { describeDue } from './describe-due.ts'

interface TicketListProps {
  tickets: ListedTicket[]
  asked: AskedTickets
  /** The query of this list, which links to tickets keep. */
  query: string
  /** The number of the ticket that is open. */
  current: number | null
  now: Date
}

/** In groups: what is late, what is due today, and what comes later. */
export function TicketList({ tickets, asked, query, current, now }: TicketListProps) {
  if (tickets.length === 0) return <NoTickets asked={asked} />
  const isEnded = ({ state }: ListedTicket) => state === 'done'
  const isToday = ({ dueAt }: ListedTicket) => isSameDay(dueAt, now)
  const open = tickets.filter((ticket) => !isEnded(ticket))
  const groups = [
    { title: 'Late', of: open.filter(({ isLate }) => isLate) },
    { title: 'Today', of: open.filter((ticket) => !ticket.isLate && isToday(ticket)) },
    { title: 'Later', of: open.filter((ticket) => !ticket.isLate && !isToday(ticket)) },
    { title: 'Done', of: tickets.filter(isEnded) },
  ]
  return groups
    .filter(({ of }) => of.length > 0)
    .map(({ title, of }) => (
      <section key={title} aria-label={title}>
        <h2
          className={`flex items-center gap-2 border-b border-rule bg-leaf px-4 py-1.5 font-sans text-sm font-semibold tracking-normal md:px-6 ${title === 'Late' ? 'text-accent-ink' : ''}`}
        >
          {title === 'Late' && <Icon name="clock" className="size-4" />}
          {title} <span className="font-normal">{of.length}</span>
        </h2>
        <ul>
          {of.map((ticket) => (
            <li key={ticket.id}>
              <TicketRow ticket={ticket} query={query} isCurrent={ticket.number === current} now={now} />
            </li>
          ))}
        </ul>
      </section>
    ))
}

interface TicketRowProps {
  ticket: ListedTicket
  query: string
  isCurrent: boolean
  now: Date
}

function TicketRow({ ticket, query, isCurrent, now }: TicketRowProps) {
  const { number, kind, subject, state, person, holder, isLate, dueAt, endedAt } = ticket
  return (
    <Link
      to={`${ticketsPath}/${number}${query && `?${query}`}`}
      data-ticket={number}
      aria-current={isCurrent ? 'true' : undefined}
      className="grid min-h-15 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-rule px-4 py-2 no-underline hover:bg-leaf focus-visible:-outline-offset-3 aria-[current]:bg-leaf aria-[current]:shadow-[inset_4px_0_var(--color-ink)] md:min-h-11 md:px-6 xl:grid-cols-[3.5rem_5rem_minmax(0,1fr)_5rem_6rem]"
    >
      <span className="font-mono text-xs text-ink-soft max-xl:order-3">
        {number}
        <span className="xl:hidden"> · {ticketKindNames[kind]}</span>
        <span className="font-sans xl:hidden">{person && ` · ${person}`}</span>
      </span>
      <span className="text-xs text-ink-soft max-xl:hidden">{ticketKindNames[kind]}</span>
      <span className={`truncate max-xl:order-1 ${state === 'new' ? 'font-bold' : ''}`}>
        {state === 'new' && <span className="sr-only">New: </span>}
        {subject}
      </span>
      <span className="truncate text-xs text-ink-soft max-xl:order-4">
        {state === 'waiting' ? 'waiting' : (holder ?? 'nobody')}
      </span>
      <span
        className={`text-right text-xs whitespace-nowrap tabular-nums max-xl:order-2 ${isLate ? 'font-bold text-accent-ink' : 'text-ink-soft'}`}
      >
        {endedAt ? formatDay(endedAt, now) : describeDue(dueAt, now)}
      </span>
    </Link>
  )
}

function NoTickets({ asked: { filter, search } }: { asked: AskedTickets }) {
  if (search)
    return <EmptyState title="No ticket is like this" text="Look for a number, a part of a name, or a word." />
  if (filter === 'open') return <EmptyState title="Nothing is open" text="What people ask for appears here." />
  return <EmptyState title="No ticket here" text="The other filters may have some." />
}
