import { Form, Link, useNavigation } from 'react-router'

import { helpPath } from '#app/access/paths.ts'
import { formatDay, formatTime } from '#app/format/dates.ts'
import { textMax } from '#app/forms/field-rules.ts'
import type { Answer } from '#app/forms/forms.ts'
import { useForm } from '#app/forms/use-form.ts'
import { reportReasons } from '#app/reports/report-reason-rules.ts'
import type { listOwnTickets, ShownEntry } from '#app/tickets/ticket-queries.server.ts'
import { TicketReply } from '#app/tickets/ticket-rules.ts'
import { statesForPerson, ticketKindNames } from '#app/tickets/ticket-texts.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Fold } from '#app/ui/fold.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'

type OwnTicket = Awaited<ReturnType<typeof listOwnTickets>>['rows'][number] & {
  /** The idempotency key of its form. */
  key: string
}

interface TicketCardProps {
  ticket: OwnTicket
  /** Whether its form is open from the start. */
  isOpen: boolean
  answer: Answer | undefined
  now: Date
}

/** What somebody asked the team, as that person sees it. */
export function TicketCard({ ticket, isOpen, answer, now }: TicketCardProps) {
  const { number, kind, subject, state, entries } = ticket
  return (
    <Card aria-label={`Number ${number}: ${subject}`} className="grid gap-3">
      <header className="grid gap-1">
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
          <Badge>{ticketKindNames[kind]}</Badge>
          <span className="font-mono">{number}</span>
          <span className={`ml-auto font-semibold ${state === 'waiting' ? 'text-muga' : 'text-ink'}`}>
            {statesForPerson[state]}
          </span>
        </p>
        <h2 className="text-lg wrap-anywhere">{subject}</h2>
      </header>
      <ol className="grid gap-2.5 border-t border-rule pt-3">
        {entries.map((entry) => (
          <Entry key={entry.createdAt + entry.event} entry={entry} ticket={ticket} now={now} />
        ))}
      </ol>
      {kind !== 'report' && (
        <Fold label="Write about this" isOpen={isOpen || answer !== undefined}>
          <ReplyForm ticket={ticket} answer={answer} />
        </Fold>
      )}
    </Card>
  )
}

const who = { person: 'You', team: 'Our team', market: 'Our team' }
const deeds: Partial<Record<ShownEntry['event'], string>> = {
  done: 'ended it',
  'opened again': 'opened it again',
}

function Entry({ entry, ticket, now }: { entry: ShownEntry; ticket: OwnTicket; now: Date }) {
  const isAsked = entry.event === 'asked'
  // Others may have reported the same before.
  const at = (isAsked && ticket.reportedAt) || new Date(entry.createdAt)
  const words = entry.words ?? (isAsked ? ticket.asked : null)
  return (
    <li className="text-sm">
      <p>
        <b>{who[entry.by]}</b>
        {deeds[entry.event] && ` ${deeds[entry.event]}`}
        {isAsked && ticket.reported && `: ${reportReasons[ticket.reported]}`}
        <time dateTime={at.toISOString()} className="ml-2 text-xs text-ink-soft">
          {formatDay(at, now)}, {formatTime(at)}
        </time>
      </p>
      {words && <p className="mt-0.5 border-l-3 border-rule pl-3 wrap-anywhere whitespace-pre-line">{words}</p>}
      {entry.posts.length > 0 && (
        <ul className="pl-3">
          {entry.posts.map(({ id, name }) => (
            <li key={id}>
              <Link to={`/posts/${id}`} className="inline-flex min-h-11 items-center wrap-anywhere">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function ReplyForm({ ticket: { number, key }, answer }: { ticket: OwnTicket; answer: Answer | undefined }) {
  const form = useForm(TicketReply, answer)
  const isSending = useNavigation().formData?.get('key') === key
  return (
    <Form {...form.props} key={key} action={`${helpPath}?reply=on`} className="grid gap-3 pt-1">
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="ticket" value={number} />
      {form.error && <InlineNotice kind="invalid" text={form.error} />}
      <TextArea label="Message" {...form.field('words')} rows={3} maxLength={textMax} />
      <Button type="submit" variant="line" busy={isSending} className="justify-self-start">
        {isSending ? 'Sending...' : 'Send'}
      </Button>
    </Form>
  )
}
