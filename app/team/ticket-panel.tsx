import { Form, Link, useNavigation } from 'react-router'

import { ticketsPath } from '#app/access/team-map.ts'
import type { TeamRole } from '#app/access/role-rules.ts'
import { formatDay, formatTime } from '#app/format/dates.ts'
import { formatPaise } from '#app/format/money.ts'
import { textMax } from '#app/forms/field-rules.ts'
import type { Answer } from '#app/forms/forms.ts'
import { useForm } from '#app/forms/use-form.ts'
import { reportReasons } from '#app/reports/report-reason-rules.ts'
import { ticketKindNames, ticketStateNames } from '#app/tickets/ticket-texts.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { Fold } from '#app/ui/fold.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'

import { describeDue } from './describe-due.ts'
import { Facts } from './facts.tsx'
import { mayDo, Settlement, TicketChange, type TicketDeedName } from './ticket-deeds.ts'
import type { TicketDetail } from './ticket-detail-queries.server.ts'
import { ModerationForm, ReportedPart } from './moderation-form.tsx'
import { deedsOn, reasonMax } from './moderation-rules.ts'
import type { TeamMember } from './team-member.ts'
import type { TicketAnswer } from './ticket-answer.ts'

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
        <History ticket={ticket} now={now} />
      </div>
      <Deeds
        ticket={ticket}
        answer={answer?.isSettlement || answer?.isModeration ? undefined : answer}
        idempotencyKey={idempotencyKey}
        isOwn={ticket.holderId === member.id}
      />
    </aside>
  )
}

const kindNames = { student: 'Student', store: 'Store' }

function About({ ticket: { name, accountKind, district, phone, request, message } }: { ticket: TicketDetail }) {
  const person = name ? `${name} · ${kindNames[accountKind!]}` : (message?.name ?? 'A deleted account')
  return (
    <section aria-label="About" className="grid gap-3">
      <Facts
        facts={[
          ['Person', person],
          ['District', district],
          ['Phone', <Phone key="phone" number={request?.phone ?? message?.phone ?? phone} />],
          ...(request
            ? ([
                ['Class', request.className],
                ['Stream', request.stream],
                ['Condition', request.condition],
                ['Address', `${request.address}, ${request.pin}`],
              ] as const)
            : []),
        ]}
      />
      <Quote words={message?.reason ?? request?.comment ?? null} />
    </section>
  )
}

function Phone({ number }: { number: string | null | undefined }) {
  if (!number) return null
  return (
    <a href={`tel:+91${number}`} className="inline-flex min-h-11 items-center">
      {number}
    </a>
  )
}

function Quote({ words }: { words: string | null }) {
  if (!words) return null
  return <p className="border-l-3 border-rule pl-2.5 wrap-anywhere whitespace-pre-line">{words}</p>
}

interface OrderPartProps {
  order: NonNullable<TicketDetail['order']>
  answer: TicketAnswer | undefined
}

function OrderPart({ order, answer }: OrderPartProps) {
  const form = useForm(Settlement, answer)
  return (
    <section aria-label={`Order ${order.number}`} className="grid gap-3">
      <h3 className="font-sans text-sm font-semibold tracking-normal">Order {order.number}</h3>
      <Facts
        facts={[
          ['Item', order.itemName],
          ['Total', `${order.quantity} × ${formatPaise(order.pricePaise)}`],
          ['Buyer', order.buyer ?? 'has left'],
          ['Seller', order.seller ?? 'has left'],
          ['State', order.state],
          ['Reference ends in', order.paymentDigits],
        ]}
      />
      <ol className="grid gap-1.5 text-xs">
        {order.history.map(({ deed, by, words, at }) => (
          <li key={at + deed}>
            <b>{by}</b>: {deed}
            <Quote words={words} />
          </li>
        ))}
      </ol>
      {order.state === 'problem' && (
        <Fold label="End the problem" isOpen={answer !== undefined}>
          <Form {...form.props} className="grid gap-3 pt-1">
            {form.error && <InlineNotice kind="invalid" text={form.error} />}
            <TextArea
              label="What the team decided"
              {...form.field('reason')}
              hint="Both sides read it"
              maxLength={reasonMax}
            />
            <div className="flex flex-wrap gap-2">
              <Button type="submit" name="how" value="complete" variant="line">
                Complete the order
              </Button>
              <Button type="submit" name="how" value="cancel" variant="bad">
                Cancel the order
              </Button>
            </div>
          </Form>
        </Fold>
      )}
    </section>
  )
}

interface ReportPartProps {
  ticket: TicketDetail
  answer: TicketAnswer | undefined
  role: TeamRole
}

function ReportPart({ ticket: { kind, thing, reports }, answer, role }: ReportPartProps) {
  if (kind !== 'report') return null
  return (
    <section aria-label="What was reported" className="grid gap-3">
      <h3 className="font-sans text-sm font-semibold tracking-normal">
        {reports.length === 1 ? 'Reported by one person' : `Reported by ${reports.length} people`}
      </h3>
      {thing ? <ReportedPart thing={thing} mayOpenPerson={role === 'owner'} /> : <p>It was deleted meanwhile.</p>}
      <ul className="grid gap-1.5 text-xs">
        {reports.map(({ reporterId, reporter, reason, words, createdAt }) => (
          <li key={reporterId ?? createdAt.toISOString()}>
            <b>{reporter ?? 'A deleted account'}</b>: {reportReasons[reason]}
            <Quote words={words} />
          </li>
        ))}
      </ul>
      {thing && <ModerationForm thing={thing} deeds={deedsOn(thing.reported, role)} answer={answer} />}
    </section>
  )
}

const eventWords: Record<TicketDetail['entries'][number]['event'], string> = {
  asked: 'asked',
  match: 'New match',
  taken: 'took it',
  left: 'left it to others',
  answer: 'answered',
  note: 'noted',
  reply: 'wrote',
  waiting: 'put it to waiting',
  hidden: 'hid it',
  shown: 'showed it again',
  removed: 'removed it',
  warned: 'warned the person',
  suspended: 'suspended the account',
  done: 'ended it',
  'opened again': 'opened it again',
}

function History({ ticket: { entries, name, message }, now }: { ticket: TicketDetail; now: Date }) {
  const person = name ?? message?.name ?? 'The person'
  return (
    <section aria-label="History">
      <h3 className="mb-1.5 font-sans text-sm font-semibold tracking-normal">History</h3>
      <ol>
        {entries.map(({ id, event, by, member, words, createdAt, posts }) => (
          <li key={id} className="grid gap-x-3 py-1.5 text-xs sm:grid-cols-[6.75rem_minmax(0,1fr)]">
            <time dateTime={createdAt.toISOString()} className="whitespace-nowrap text-ink-soft tabular-nums">
              {formatDay(createdAt, now)}, {formatTime(createdAt)}
            </time>
            <div className="grid gap-0.5 wrap-anywhere">
              <span>
                {event === 'match'
                  ? ''
                  : `${by === 'team' ? (member ?? 'The team') : by === 'person' ? person : 'The market'} `}
                {eventWords[event]}
                {event === 'note' && <b> (inside)</b>}
              </span>
              {words && <p className="border-l-3 border-rule pl-2.5 text-sm whitespace-pre-line">{words}</p>}
              {posts.map((post) => (
                <Link
                  key={post.id}
                  to={`/posts/${post.id}`}
                  target="_blank"
                  className="inline-flex min-h-8 items-center"
                >
                  {post.name}, {formatPaise(post.paise)}
                  {post.district && `, ${post.district}`}
                </Link>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

interface DeedsProps {
  ticket: TicketDetail
  answer: Answer | undefined
  idempotencyKey: string
  isOwn: boolean
}

function Deeds({ ticket, answer, idempotencyKey, isOwn }: DeedsProps) {
  const { state, accountId, name, hasMail, entries } = ticket
  const form = useForm(TicketChange, answer)
  const isSending = useNavigation().state !== 'idle'
  const matches = new Map(
    entries.filter(({ event }) => event === 'match').flatMap(({ posts }) => posts.map((post) => [post.id, post])),
  )
  const ways = hasMail ? 'by mail and notice' : 'by notice'
  return (
    <Form
      {...form.props}
      key={idempotencyKey}
      className="grid gap-2.5 border-t border-rule bg-paper px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:px-5"
    >
      <input type="hidden" name="key" value={idempotencyKey} />
      {form.error && <InlineNotice kind="invalid" text={form.error} />}
      {accountId && matches.size > 0 && state !== 'done' && (
        <fieldset>
          <legend className="text-sm font-semibold">Matching posts</legend>
          {[...matches.values()].map((post) => (
            <label key={post.id} className="flex min-h-11 items-center gap-2.5 border-t border-rule">
              <input type="checkbox" name="post" value={post.id} className="size-5.5 accent-ink" />
              <span className="min-w-0 grow truncate">{post.name}</span>
              {post.district && <span className="text-xs text-ink-soft">{post.district}</span>}
              <b className="whitespace-nowrap tabular-nums">{formatPaise(post.paise)}</b>
            </label>
          ))}
        </fieldset>
      )}
      <TextArea
        label={accountId ? `Answer to ${name}, ${ways}` : 'Note (there is no account to answer to: call them)'}
        {...form.field('words')}
        data-key="answer"
        rows={3}
        maxLength={textMax}
      />
      <div className="flex flex-wrap gap-2">
        {accountId && mayDo('answer', state) && (
          <DeedButton deed="answer" variant="ink" busy={isSending}>
            Send answer
          </DeedButton>
        )}
        <DeedButton deed="note" busy={isSending}>
          Note inside
        </DeedButton>
        {mayDo('take', state) && (
          <DeedButton deed={isOwn ? 'leave' : 'take'} keyName={isOwn ? undefined : 'take'} busy={isSending}>
            {isOwn ? 'Leave' : 'Take'}
          </DeedButton>
        )}
        {mayDo('wait', state) && (
          <DeedButton deed="wait" busy={isSending}>
            Waiting
          </DeedButton>
        )}
        {mayDo('end', state) && (
          <DeedButton deed="end" keyName="done" busy={isSending}>
            Done
          </DeedButton>
        )}
        {mayDo('open again', state) && (
          <DeedButton deed="open again" busy={isSending}>
            Open again
          </DeedButton>
        )}
      </div>
    </Form>
  )
}

interface DeedButtonProps {
  deed: TicketDeedName
  variant?: 'ink' | 'line'
  /** By which the keyboard presses it. */
  keyName?: string | undefined
  busy: boolean
  children: string
}

function DeedButton({ deed, variant = 'line', keyName, busy, children }: DeedButtonProps) {
  return (
    <Button type="submit" name="deed" value={deed} variant={variant} data-key={keyName} busy={busy} className="px-3">
      {children}
    </Button>
  )
}
