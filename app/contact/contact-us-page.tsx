import { data } from 'react-router'

import { viewerContext } from '#app/access/viewer.ts'
import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { type Answer, readForm } from '#app/forms/forms.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { Features } from '#app/layout/features.tsx'
import { refuseTooMany, senderOf, tooManyRequests } from '#app/limits/refuse-too-many.server.ts'
import type { Founder } from '#app/platform/config-values.server.ts'
import { configContext, dbContext } from '#app/platform/context.ts'
import { PageHead } from '#app/rendering/page-head.tsx'
import { useSiteName } from '#app/rendering/page-title.tsx'
import { Card } from '#app/ui/card.tsx'

import type { Route } from './+types/contact-us-page'
import { addContactMessage } from './add-contact-message.server.ts'
import { ContactForm } from './contact-form.tsx'
import { contactLimit, ContactMessage, contactTexts } from './contact-rules.ts'

export const loader = ({ context }: Route.LoaderArgs) => ({ founders: context.get(configContext).founders })

export async function action({ context, request }: Route.ActionArgs) {
  const form = readForm(ContactMessage, await readFormData(request))
  if (!form.ok) return data({ errors: form.errors, typed: form.typed }, 400)

  const refuse = (text: string, init: number | ResponseInit, more: Answer = {}) =>
    data({ notice: { kind: 'invalid' as const, text }, typed: form.typed, ...more }, init)

  const by = context.get(viewerContext)
  const chargeLimit = () => refuseTooMany(context.get(dbContext), contactLimit, senderOf(context, form.values.phone))
  const added = await addContactMessage(context.get(dbContext), form.values, by?.id ?? null, chargeLimit)
  if (added === 'differs') return refuse(contactTexts.differs, 409, { isKeyUsed: true })
  if ('tooMany' in added) return refuse(added.tooMany.text, tooManyRequests(context, added.tooMany.waitSeconds))
  return { notice: { kind: 'success' as const, text: contactTexts.sent }, ticket: added.ticket }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), contactTexts.failed)

export default function ContactUsPage({ loaderData: { founders }, actionData }: Route.ComponentProps) {
  const description = `Write to the team behind ${useSiteName()}: questions, wishes, and what went wrong.`
  return (
    <main id="content">
      <PageHead title="Contact Us" description={description} path="/ContactUs" />
      <div className="mx-auto grid w-full max-w-page gap-5 px-4 py-5 md:grid-cols-[5fr_6fr] md:gap-16 md:px-8 md:py-12">
        <div>
          <h1>Contact Us</h1>
          <p className="mt-2 max-w-[44ch] text-ink-soft">
            Questions, wishes, something that went wrong: write to us, and we call you back.
          </p>
        </div>
        <div>
          <ContactForm answer={actionData} />
          {actionData && 'ticket' in actionData && <TicketNumber number={actionData.ticket} />}
        </div>
      </div>
      <div className="weave" />
      <Features />
      <section className="mx-auto w-full max-w-page px-4 pb-8 md:px-8 md:pb-12">
        <h2 className="mb-3">The team</h2>
        <div className="grid gap-4 md:grid-cols-2 md:gap-5">
          {founders.map((founder) => (
            <FounderCard key={founder.role} {...founder} />
          ))}
        </div>
      </section>
    </main>
  )
}

function TicketNumber({ number }: { number: number }) {
  return (
    <p className="mt-4 text-sm text-ink-soft">
      Your message has the number <b className="text-ink">{number}</b>. {contactTexts.answered}
    </p>
  )
}

function FounderCard({ name, role, words }: Founder) {
  return (
    <Card aria-label={`${name}, ${role}`} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 md:p-5">
      <span
        aria-hidden="true"
        className="grid size-14 place-items-center rounded-full bg-muga-tint font-display text-xl text-muga"
      >
        {name[0]}
      </span>
      <div>
        <h3 className="text-lg">{name}</h3>
        <p className="text-sm font-medium text-accent-ink">{role}</p>
        {words && <p className="mt-2 text-ink-soft">{words}</p>}
      </div>
    </Card>
  )
}
