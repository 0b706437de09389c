import { data, Form, Link, redirect } from 'react-router'

import { ticketsPath } from '#app/access/team-map.ts'
import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { readForm } from '#app/forms/forms.ts'
import { newIdempotencyKey } from '#app/forms/new-idempotency-key.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { storageContext } from '#app/files/storage/storage-context.ts'
import { settleOrder } from '#app/orders/settle-order.server.ts'
import { dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { Icon } from '#app/ui/icon.tsx'

import type { Route } from './+types/tickets-page'
import { queryOf, readAsked, type TicketFilter, ticketFilters } from './asked-tickets.ts'
import { changeTicket } from './change-ticket.server.ts'
import { FilterLinks } from './filter-links.tsx'
import { moderate } from './moderate.server.ts'
import { daysOf, deedsOn, Moderation } from './moderation-rules.ts'
import { signedInMember } from './team-member.ts'
import { teamTexts } from './team-texts.ts'
import { Settlement, TicketChange } from './ticket-deeds.ts'
import type { TicketAnswer } from './ticket-answer.ts'
import { findTarget, readTicket } from './ticket-detail-queries.server.ts'
import { TicketList } from './ticket-list.tsx'
import { countTickets, listTickets } from './ticket-list-queries.server.ts'
import { TicketPanel } from './ticket-panel.tsx'
import { useTicketKeys } from './use-ticket-keys.ts'

const numberOf = (text: string | undefined) => (/^[1-9][0-9]{0,8}$/.test(text ?? '') ? Number(text) : null)

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const member = signedInMember(context)
  const db = context.get(dbContext)
  const asked = readAsked(url)
  const number = 'number' in params ? numberOf(params.number) : undefined
  const [{ tickets, next }, counts, ticket] = await Promise.all([
    listTickets(db, member.id, asked),
    countTickets(db, member.id),
    number ? readTicket(db, member, number) : null,
  ])
  if (number !== undefined && !ticket) throw data(null, 404)
  return {
    asked,
    tickets,
    next,
    counts,
    ticket,
    now: new Date(),
    key: newIdempotencyKey(),
    member: { id: member.id, role: member.role },
  }
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const member = signedInMember(context)
  const db = context.get(dbContext)
  const number = numberOf((params as { number?: string }).number)
  if (!number) throw data(null, 404)
  const sent = await readFormData(request)
  if (sent.has('how')) {
    const form = readForm(Settlement, sent)
    if (!form.ok) return data<TicketAnswer>({ isSettlement: true, errors: form.errors, typed: form.typed }, 400)
    const target = await findTarget(db, number)
    if (!target?.orderNumber) throw data(null, 404)
    if ((await settleOrder(db, { number: target.orderNumber, ...form.values, by: member })) !== 'done')
      return data<TicketAnswer>(
        { isSettlement: true, errors: { '': teamTexts.settledAlready }, typed: form.typed },
        409,
      )
    throw redirect(url.pathname + url.search, 303)
  }

  if (sent.has('moderate')) {
    const form = readForm(Moderation, sent)
    if (!form.ok) return data<TicketAnswer>({ isModeration: true, errors: form.errors, typed: form.typed }, 400)
    const { moderate: deed, reason, days } = form.values
    const target = await findTarget(db, number)
    if (!target?.reported || !deedsOn(target.reported, member.role).includes(deed)) throw data(null, 404)
    const { id: ticketId, reported: thing, reportedId: id } = target
    const about = { member, thing, id: id!, deed, reason, days: daysOf(days), ticketId }
    if (!(await moderate(db, context.get(storageContext), about))) {
      const errors = { '': teamTexts.ticketChanged }
      return data<TicketAnswer>({ isModeration: true, errors, typed: form.typed }, 409)
    }
    throw redirect(url.pathname + url.search, 303)
  }

  const posts = sent.getAll('post').filter((post) => typeof post === 'string')
  if (posts.length > 0) sent.set('posts', posts.join(','))
  const form = readForm(TicketChange, sent)
  if (!form.ok) return data<TicketAnswer>({ errors: form.errors, typed: form.typed }, 400)
  const { deed, words, key } = form.values
  const postIds = form.values.posts.split(',').filter(Boolean)
  switch (await changeTicket(db, { number, member, deed, words, postIds, key })) {
    case 'gone':
      throw data(null, 404)
    case 'too late':
      return data<TicketAnswer>({ errors: { '': teamTexts.ticketChanged }, typed: form.typed }, 409)
    case 'no words':
      return data<TicketAnswer>({ errors: { words: teamTexts.noWords }, typed: form.typed }, 400)
    case 'done':
      throw redirect(url.pathname + url.search, 303)
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), teamTexts.failed)

const filterNames: Record<TicketFilter, string> = {
  open: 'All open',
  late: 'Late',
  mine: 'Mine',
  nobody: 'Nobody',
  requests: 'Requests',
  problems: 'Problems',
  reports: 'Reports',
  messages: 'Messages',
  waiting: 'Waiting',
  done: 'Done',
}

export default function TicketsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, tickets, next, counts, ticket, now, key, member } = loaderData
  const query = queryOf(asked)
  useTicketKeys()
  return (
    <main
      id="content"
      className="grid flex-1 content-start md:grid-cols-[minmax(0,1fr)_23.75rem] md:grid-rows-[auto_minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_28rem]"
    >
      <PageTitle>{ticket ? `${ticket.number}: ${ticket.subject}` : 'Tickets'}</PageTitle>
      <FilterLinks
        label="Filters"
        className={`col-span-full border-rule px-4 py-2.5 md:border-b md:px-6 ${ticket ? 'max-md:hidden' : ''}`}
        links={ticketFilters.map((filter) => ({
          to: ticketsPath + (filter === 'open' ? '' : `?show=${filter}`),
          name: filterNames[filter],
          isCurrent: !asked.search && filter === asked.filter,
          count: filter === 'done' ? undefined : <Count of={counts[filter]} isLate={filter === 'late'} />,
        }))}
      />
      <section
        aria-label="Tickets"
        className={`flex min-w-0 flex-col border-rule bg-paper max-md:border-y ${ticket ? 'max-md:hidden' : ''}`}
      >
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule px-4 py-2.5 md:px-6">
          <h1 className="text-xl">Tickets</h1>
          <search className="grow">
            <Form action={ticketsPath} className="relative">
              <label htmlFor="ticket-search" className="sr-only">
                Search tickets
              </label>
              <Icon name="search" className="absolute top-3 left-3 size-5 text-ink-soft" />
              <input
                id="ticket-search"
                type="search"
                name="q"
                key={asked.search}
                defaultValue={asked.search}
                placeholder="Number, name, word"
                className="min-h-11 w-full rounded-md border border-edge bg-paper pr-3 pl-10 text-base"
              />
            </Form>
          </search>
        </div>
        <TicketList tickets={tickets} asked={asked} query={query} current={ticket?.number ?? null} now={now} />
        {next && (
          <Link to={`?${queryOf({ ...asked, after: next })}`} className="button m-2 self-center">
            More
          </Link>
        )}
        <Keys />
      </section>
      {ticket ? (
        <TicketPanel
          key={ticket.id}
          ticket={ticket}
          query={query}
          answer={actionData}
          idempotencyKey={key}
          now={now}
          member={member}
        />
      ) : (
        <p className="border-l border-rule bg-paper p-6 text-ink-soft max-md:hidden">Choose a ticket to read it.</p>
      )}
    </main>
  )
}

const keys = [
  [['J', 'K'], 'move'],
  [['Enter'], 'open'],
  [['A'], 'answer'],
  [['T'], 'take'],
  [['D'], 'done'],
  [['/'], 'search'],
] as const

function Keys() {
  return (
    <div
      aria-label="Keys"
      role="note" // oxlint-disable-line jsx-a11y/prefer-tag-over-role -- no element means this
      className="sticky bottom-0 mt-auto flex flex-wrap gap-x-4.5 gap-y-1.5 border-t border-rule bg-leaf px-6 py-3 text-xs text-ink-soft max-md:hidden"
    >
      {keys.map(([names, what]) => (
        <span key={what} className="inline-flex items-center gap-1.5">
          {names.map((name) => (
            <kbd
              key={name}
              className="grid h-5.5 min-w-5.5 place-items-center rounded-sm border border-edge bg-paper px-1 font-mono text-xs font-semibold"
            >
              {name}
            </kbd>
          ))}
          {what}
        </span>
      ))}
    </div>
  )
}

/** What is late is red. */
const Count = ({ of: count, isLate }: { of: number; isLate: boolean }) =>
  isLate && count > 0 ? <b className="text-accent-ink">{count}</b> : count
