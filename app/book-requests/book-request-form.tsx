import { Form, useNavigation } from 'react-router'

import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import { nameMax, textMax } from '#app/forms/field-rules.ts'
import { AddressField, PhoneField, PinField } from '#app/forms/person-fields.tsx'
import { useForm } from '#app/forms/use-form.ts'
import { useIdempotencyKey } from '#app/forms/use-idempotency-key.ts'
import { streams } from '#app/posts/search/stream-rules.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, Select } from '#app/ui/field.tsx'

import type { RequestAnswer } from './answer-book-request.server.ts'
import { NewBookRequest, requestConditions } from './book-request-rules.ts'
import { requestAction } from './book-request-texts.ts'
import { ForSaleList } from './for-sale-list.tsx'
import { useForSale } from './use-for-sale.ts'

interface BookRequestFormProps {
  /** The idempotency key in the server's HTML. */
  formKey: string | null
  answer: RequestAnswer | undefined
  phone: string
  /** The search that found nothing. */
  bookName: string
}

export function BookRequestForm({ formKey, answer, phone, bookName }: BookRequestFormProps) {
  const form = useForm(NewBookRequest, answer)
  const key = useIdempotencyKey(formKey, answer)
  const forSale = useForSale(answer?.forSale)
  const { state, formAction } = useNavigation()
  const isSending = state === 'submitting' && formAction === requestAction
  return (
    <>
      <AnswerNotice answer={answer} />
      <Form
        {...form.props}
        action={requestAction}
        preventScrollReset
        className="grid gap-4.5 md:grid-cols-2 md:gap-x-5"
      >
        <input type="hidden" name="key" value={key} />
        <Field
          label="Book Name"
          {...form.field('bookName', bookName)}
          maxLength={nameMax}
          onBlur={forSale.onBlur}
          className="md:col-span-2"
        />
        <ForSaleList bookName={forSale.bookName} posts={forSale.posts} />
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
