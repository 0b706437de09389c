import { ticketsPath } from '#app/access/team-map.ts'
import { formatDay, formatTime } from '#app/format/dates.ts'
import { ticketKindNames, ticketStateNames } from '#app/tickets/ticket-texts.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

import { describeDue } from './describe-due.ts'
import type { TeamMember } from './team-member.ts'
import { About, OrderPart, ReportPart } from './ticket-about.tsx'
import type { TicketAnswer } from './ticket-answer.ts'
import type { TicketDetail } from './ticket-detail-queries.server.ts'
import { TicketForm } from './ticket-form.tsx'
import { TicketHistory } from './ticket-history.tsx'

interface TicketPanelProps {
  ticket: TicketDetail
  /** The query of the list that it was opened from. */
  query: string
  answer: TicketAnswer | undefined
  idempotencyKey: string
  now: Date
  member: Pick<TeamMember, 'id' | 'role'>
}

/** One ticket: what it is about, what happened, and what to do. On phones it takes the whole screen. */
export function TicketPanel({ ticket, query, answer, idempotencyKey, now, member }: TicketPanelProps) {
  const { number, kind, subject, state, isLate, dueAt, answeredAt, createdAt, holder } = ticket
  const due = `${answeredAt ? 'End' : 'First answer'} ${describeDue(dueAt, now)}`
  return (
    <aside
      aria-labelledby="ticket-title"
      className="flex min-h-0 flex-col border-rule bg-paper md:sticky md:top-14 md:h-[calc(100dvh-7.75rem)] md:border-l"
    >
      <header className="grid gap-1.5 border-b border-rule px-4 py-3 md:px-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ButtonLink to={ticketsPath + (query && `?${query}`)} className="-ml-3 px-3 md:hidden">
            <Icon name="chevron-left" /> Tickets
          </ButtonLink>
          <Badge>{ticketKindNames[kind]}</Badge>
          <span className="font-mono">{number}</span>
          <span
            className={`ml-auto inline-flex items-center gap-1.5 text-xs ${isLate ? 'font-bold text-accent-ink' : 'text-ink-soft'}`}
          >
            {state === 'done' ? (
              'Done'
            ) : (
              <>
                <Icon name="clock" className="size-4" /> {due}
              </>
            )}
          </span>
        </div>
        {/* On a phone the list and its heading are hidden. */}
        <h1 className="sr-only md:hidden">Ticket {number}</h1>
        <h2 id="ticket-title" className="text-xl wrap-anywhere">
          {subject}
        </h2>
        <p className="flex flex-wrap gap-x-4 text-xs text-ink-soft">
          <span>
            Asked {formatDay(createdAt, now)}, {formatTime(createdAt)}
          </span>
          <span>
            Has it: <b className="text-ink">{holder ?? 'nobody'}</b>
          </span>
          <span>{ticketStateNames[state]}</span>
        </p>
      </header>
      <div className="grid min-h-0 flex-1 content-start gap-5 px-4 py-4 md:overflow-auto md:px-5">
        <About ticket={ticket} />
        {ticket.order && <OrderPart order={ticket.order} answer={answer?.isSettlement ? answer : undefined} />}
        <ReportPart ticket={ticket} answer={answer?.isModeration ? answer : undefined} role={member.role} />
        <TicketHistory ticket={ticket} now={now} />
      </div>
      <TicketForm
        ticket={ticket}
        answer={answer?.isSettlement || answer?.isModeration ? undefined : answer}
        idempotencyKey={idempotencyKey}
        isOwn={ticket.holderId === member.id}
      />
    </aside>
  )
}
