import { data, Form, useNavigation } from 'react-router'

import { dbContext } from '#app/platform/context.ts'
import { nameMax, textMax } from '#app/platform/field-rules.ts'
import { readForm } from '#app/platform/forms.ts'
import { keepPage } from '#app/platform/keep-page.ts'
import { pageTitle } from '#app/platform/page-title.ts'
import { useForm } from '#app/platform/use-form.ts'
import { AnswerNotice } from '#app/platform/answer-notice.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'

import type { Route } from './+types/contact-page'
import { addContactMessage } from './add-contact-message.server.ts'
import { ContactMessage, contactTexts } from './contact-rules.ts'

export const meta = () => [
  ...pageTitle('Contact Us'),
  { name: 'description', content: 'Write to the team behind Puthi: questions, wishes, and what went wrong.' },
]

export async function action({ context, request }: Route.ActionArgs) {
  const form = readForm(ContactMessage, await request.formData())
  if (!form.ok) return data({ errors: form.errors, typed: form.typed }, 400)

  await addContactMessage(context.get(dbContext), form.values)
  return { notice: { kind: 'success' as const, text: contactTexts.sent } }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPage(() => serverAction(), contactTexts.failed)

export default function ContactPage({ actionData }: Route.ComponentProps) {
  const form = useForm(ContactMessage, actionData)
  const isSending = useNavigation().state === 'submitting'

  return (
    <main id="content" className="mx-auto w-full max-w-auth px-4 py-5 md:py-12">
      <h1>Contact Us</h1>
      <p className="mt-2 text-ink-soft">
        Questions, wishes, something that went wrong: write to us, and we call you back.
      </p>
      <AnswerNotice answer={actionData} />
      <Form {...form.props} className="mt-5 grid gap-4.5">
        <Field label="Name" {...form.field('name')} autoComplete="name" maxLength={nameMax} />
        <Field
          label="Phone"
          {...form.field('phone')}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          hint="10 digits"
        />
        <TextArea label="Reason" {...form.field('reason')} rows={5} maxLength={textMax} />
        <Button type="submit" variant="main" wide disabled={isSending}>
          {isSending ? 'Sending...' : 'Send Message'}
        </Button>
      </Form>
    </main>
  )
}
