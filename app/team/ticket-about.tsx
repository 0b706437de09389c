import { Form } from 'react-router'

import type { TeamRole } from '#app/access/role-rules.ts'
import { formatPaise } from '#app/format/money.ts'
import { useForm } from '#app/forms/use-form.ts'
import { reportReasons } from '#app/reports/report-reason-rules.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { Fold } from '#app/ui/fold.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'

import { Facts } from './facts.tsx'
import { ModerationForm, ReportedPart } from './moderation-form.tsx'
import { deedsOn, reasonMax } from './moderation-rules.ts'
import type { TicketAnswer } from './ticket-answer.ts'
import { Settlement } from './ticket-deeds.ts'
import type { TicketDetail } from './ticket-detail-queries.server.ts'

const kindNames = { student: 'Student', store: 'Store' }

/** Whom it is about, and what they asked for. */
export function About({ ticket: { name, accountKind, district, phone, request, message } }: { ticket: TicketDetail }) {
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

/** The order with the problem, which the team can end. */
export function OrderPart({ order, answer }: OrderPartProps) {
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

/** What was reported, and what the team can do with it. */
export function ReportPart({ ticket: { kind, thing, reports }, answer, role }: ReportPartProps) {
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
