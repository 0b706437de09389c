import { Form, useNavigation } from 'react-router'

import { AnswerNotice } from '#app/platform/answer-notice.tsx'
import { nameMax, textMax } from '#app/platform/field-rules.ts'
import type { Answer } from '#app/platform/forms.ts'
import { AddressField, PhoneField, PinField } from '#app/platform/person-fields.tsx'
import { useForm } from '#app/platform/use-form.ts'
import { useIdempotencyKey } from '#app/platform/use-idempotency-key.ts'
import { streams } from '#app/posts/stream-rules.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, Select } from '#app/ui/field.tsx'

import { NewBookRequest, requestConditions } from './book-request-rules.ts'
import { requestAddress } from './book-request-texts.ts'

interface BookRequestFormProps {
  /** From the server, for the HTML that it rendered. */
  formKey: string | null
  answer: Answer | undefined
  phone: string
  /** What was looked for and not found. */
  bookName: string
}

export function BookRequestForm({ formKey, answer, phone, bookName }: BookRequestFormProps) {
  const form = useForm(NewBookRequest, answer)
  const key = useIdempotencyKey(formKey, answer)
  const { state, formAction } = useNavigation()
  const isSending = state === 'submitting' && formAction === requestAddress
  return (
    <>
      <AnswerNotice answer={answer} />
      <Form
        {...form.props}
        action={requestAddress}
        preventScrollReset
        className="grid gap-4.5 md:grid-cols-2 md:gap-x-5"
      >
        <input type="hidden" name="key" value={key} />
        <Field label="Book Name" {...form.field('bookName', bookName)} maxLength={nameMax} className="md:col-span-2" />
        <Field label="Class" {...form.field('className')} maxLength={nameMax} />
        <Select label="Stream" {...form.field('stream')} empty="Choose" options={streams} />
        <Select label="Condition" {...form.field('condition', 'New')} options={requestConditions} />
        <PhoneField {...form.field('phone', phone)} hint="We call you on it." />
        <AddressField {...form.field('address')} className="md:col-span-2" />
        <PinField {...form.field('pin')} />
        <Field
          label="Comment"
          {...form.field('comment')}
          maxLength={textMax}
          hint="Optional: edition, publisher, how soon"
        />
        <div className="md:col-span-2">
          <Button type="submit" variant="main" busy={isSending}>
            {isSending ? 'Submitting...' : 'Submit Request'}
          </Button>
        </div>
      </Form>
    </>
  )
}
