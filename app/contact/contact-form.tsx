import { Form, useNavigation } from 'react-router'

import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import { nameMax, textMax } from '#app/forms/field-rules.ts'
import type { Answer } from '#app/forms/forms.ts'
import { PhoneField } from '#app/forms/person-fields.tsx'
import { useForm } from '#app/forms/use-form.ts'
import { useIdempotencyKey } from '#app/forms/use-idempotency-key.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'

import { ContactMessage } from './contact-rules.ts'

export function ContactForm({ answer }: { answer: Answer | undefined }) {
  const form = useForm(ContactMessage, answer)
  const key = useIdempotencyKey(null, answer) // none from the server: visitors share a cached page
  const isSending = useNavigation().state === 'submitting'
  return (
    <>
      <AnswerNotice answer={answer} />
      <Form {...form.props} className="grid gap-4.5">
        <input type="hidden" name="key" value={key} />
        <Field label="Name" {...form.field('name')} autoComplete="name" maxLength={nameMax} />
        <PhoneField label="Phone" {...form.field('phone')} hint="10 digits" />
        <TextArea label="Reason" {...form.field('reason')} rows={5} maxLength={textMax} />
        <Button type="submit" variant="main" wide busy={isSending}>
          {isSending ? 'Sending...' : 'Send Message'}
        </Button>
      </Form>
    </>
  )
}
