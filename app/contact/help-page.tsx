import { data, Form, Link, redirect, useNavigation } from 'react-router'

import { helpPath, purchasesPath } from '#app/access/paths.ts'
import { signedInViewer, viewerContext } from '#app/access/viewer.ts'
import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { textMax } from '#app/forms/field-rules.ts'
import { type Answer, type FormErrors, readForm } from '#app/forms/forms.ts'
import { newIdempotencyKey } from '#app/forms/new-idempotency-key.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { useForm } from '#app/forms/use-form.ts'
import { refuseTooMany, senderOf, tooManyRequests } from '#app/limits/refuse-too-many.server.ts'
import { dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { replyToTicket } from '#app/tickets/reply-to-ticket.server.ts'
import { listOwnTickets } from '#app/tickets/ticket-queries.server.ts'
import { replyLimit, TicketReply } from '#app/tickets/ticket-rules.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'

import type { Route } from './+types/help-page'
import { addContactMessage } from './add-contact-message.server.ts'
import { contactLimit, contactTexts, HelpMessage } from './contact-rules.ts'
import { TicketCard } from './ticket-card.tsx'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext)
  if (!viewer) return null
  const number = Number(searchParams.get('ticket') ?? NaN)
  const first = Number.isSafeInteger(number) && number > 0 && number < 2 ** 31 ? number : null
  const { rows, next } = await listOwnTickets(context.get(dbContext), viewer.id, {
    before: searchParams.get('before'),
    first,
  })
  return {
    tickets: rows.map((ticket) => ({ ...ticket, key: newIdempotencyKey() })),
    next,
    first,
    isSent: searchParams.has('sent'),
    now: new Date(),
    key: newIdempotencyKey(),
  }
}

interface HelpAnswer extends Answer {
  /** The ticket that it is about; none: a new message. */
  ticket?: string
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const viewer = signedInViewer(context)
  const db = context.get(dbContext)
  const sent = await readFormData(request)
  if (url.searchParams.has('reply')) {
    const form = readForm(TicketReply, sent)
    const ticket = form.typed.ticket ?? ''
    const refuse = (errors: FormErrors, init: number | ResponseInit) =>
      data<HelpAnswer>({ ticket, errors, typed: form.typed }, init)
    if (!form.ok) return refuse(form.errors, 400)
    const tooMany = await refuseTooMany(db, replyLimit, senderOf(context, viewer.id))
    if (tooMany) return refuse({ '': tooMany.text }, tooManyRequests(context, tooMany.waitSeconds))
    if ((await replyToTicket(db, viewer.id, form.values)) === 'gone') throw data(null, 404)
    throw redirect(`${helpPath}?ticket=${ticket}&sent=on`, 303)
  }

  const form = readForm(HelpMessage, sent)
  const refuse = (more: HelpAnswer, init: number | ResponseInit) => data({ typed: form.typed, ...more }, init)
  if (!form.ok) return refuse({ errors: form.errors }, 400)
  const message = { ...form.values, name: viewer.name, phone: viewer.phone }
  const chargeLimit = () => refuseTooMany(db, contactLimit, senderOf(context, viewer.id))
  const added = await addContactMessage(db, message, viewer.id, chargeLimit)
  if (added === 'differs') return refuse({ errors: { '': contactTexts.differs }, isKeyUsed: true }, 409)
  if ('tooMany' in added)
    return refuse({ errors: { '': added.tooMany.text } }, tooManyRequests(context, added.tooMany.waitSeconds))
  throw redirect(`${helpPath}?ticket=${added.ticket}&sent=on`, 303)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), contactTexts.failed)

export default function HelpPage({ loaderData, actionData }: Route.ComponentProps) {
  const answer: HelpAnswer | undefined = actionData
  return (
    <main id="content" className="mx-auto w-full max-w-page px-4 pt-5 pb-12 md:px-8">
      <PageTitle>Help</PageTitle>
      <h1>Help</h1>
      {loaderData ? <OwnHelp {...loaderData} answer={answer} /> : <VisitorsHelp />}
    </main>
  )
}

function VisitorsHelp() {
  return (
    <div className="mt-2 grid max-w-[60ch] gap-4">
      <p className="text-ink-soft">
        Questions, wishes, something that went wrong: write to us. With an account you also read our answers here.
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to="/ContactUs" variant="main">
          Write to us
        </ButtonLink>
        <ButtonLink to={`/login?to=${helpPath}`} variant="line">
          Log in to read answers
        </ButtonLink>
      </div>
    </div>
  )
}

type OwnHelpProps = NonNullable<Route.ComponentProps['loaderData']> & { answer: HelpAnswer | undefined }

function OwnHelp({ tickets, next, first, isSent, now, key, answer }: OwnHelpProps) {
  return (
    <div className="mt-4 grid items-start gap-x-16 gap-y-10 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <section aria-label="What you asked" className="grid gap-4">
        {isSent && !answer && <InlineNotice kind="success" text={contactTexts.arrived} />}
        {tickets.length === 0 ? (
          <EmptyState
            title={first ? 'There is nothing with this number' : 'Nothing asked yet'}
            text="What you ask our team for stands here, with its number and our answers."
            action={
              <ButtonLink to={first ? helpPath : purchasesPath} variant="line">
                {first ? 'All that you asked' : 'A problem with an order? See My Purchases'}
              </ButtonLink>
            }
          />
        ) : (
          tickets.map((ticket) => (
            <TicketCard
              key={ticket.id}
              ticket={ticket}
              isOpen={ticket.number === first}
              answer={answer?.ticket === String(ticket.number) ? answer : undefined}
              now={now}
            />
          ))
        )}
        <p className="flex flex-wrap gap-x-6">
          {first !== null && tickets.length > 0 && (
            <Link to={helpPath} className="inline-flex min-h-11 items-center">
              All that you asked
            </Link>
          )}
          {next && (
            <Link to={`?before=${next}`} className="inline-flex min-h-11 items-center">
              Older
            </Link>
          )}
        </p>
      </section>
      <MessageForm answer={answer?.ticket === undefined ? answer : undefined} idempotencyKey={key} />
    </div>
  )
}

function MessageForm({ answer, idempotencyKey }: { answer: HelpAnswer | undefined; idempotencyKey: string }) {
  const form = useForm(HelpMessage, answer)
  const isSending = useNavigation().formAction === helpPath
  return (
    <section aria-labelledby="write-title">
      <h2 id="write-title">Write to us</h2>
      <p className="mt-1 text-sm text-ink-soft">Questions, wishes, something that went wrong.</p>
      <Form {...form.props} key={idempotencyKey} action={helpPath} className="mt-3 grid gap-4">
        <input type="hidden" name="key" value={idempotencyKey} />
        {form.error && <InlineNotice kind="invalid" text={form.error} />}
        <TextArea label="Message" {...form.field('reason')} rows={5} maxLength={textMax} />
        <Button type="submit" variant="main" busy={isSending}>
          {isSending ? 'Sending...' : 'Send Message'}
        </Button>
      </Form>
    </section>
  )
}
