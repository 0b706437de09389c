import { data, Form, redirect, useNavigation } from 'react-router'

import { signedInViewer } from '#app/access/viewer.ts'
import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { nameMax } from '#app/forms/field-rules.ts'
import { type Answer, readForm } from '#app/forms/forms.ts'
import { AddressField, PhoneField, PinField } from '#app/forms/person-fields.tsx'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { useForm } from '#app/forms/use-form.ts'
import { answerTooMany, refuseTooMany, senderOf } from '#app/limits/refuse-too-many.server.ts'
import { dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'

import type { Route } from './+types/buyer-details-page'
import { findBuyerDetails } from './buyer-details-queries.server.ts'
import { BuyerDetails, buyerDetailsLimit } from './purchase-rules.ts'
import { orderTexts } from './order-texts.ts'
import { forgetBuyerDetails, saveBuyerDetails } from './save-buyer-details.server.ts'

const path = '/account/address'

export async function loader({ context, url }: Route.LoaderArgs) {
  const details = await findBuyerDetails(context.get(dbContext), signedInViewer(context))
  return { details, done: url.searchParams.get('done') }
}

export async function action({ context, request }: Route.ActionArgs) {
  const viewer = signedInViewer(context)
  const db = context.get(dbContext)
  const sent = await readFormData(request)
  if (sent.has('forget')) {
    await forgetBuyerDetails(db, viewer)
    throw redirect(`${path}?done=forgotten`, 303)
  }
  const form = readForm(BuyerDetails, sent)
  if (!form.ok) return data({ errors: form.errors, typed: form.typed }, 400)
  const tooMany = await refuseTooMany(db, buyerDetailsLimit, senderOf(context, viewer.id))
  if (tooMany) return answerTooMany(context, tooMany, form.typed)
  await saveBuyerDetails(db, viewer, form.values)
  throw redirect(`${path}?done=saved`, 303)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), orderTexts.detailsNotSaved)

export default function BuyerDetailsPage({ loaderData: { details, done }, actionData }: Route.ComponentProps) {
  const answer: Answer | undefined = actionData
  return (
    <main id="content" className="mx-auto grid w-full max-w-form gap-5 px-4 pt-6 pb-10 md:px-8">
      <PageTitle>Address for purchases</PageTitle>
      <h1>Address for purchases</h1>
      <p>
        The purchase form is filled in with this. Each order keeps what it was placed with, and the last one is
        remembered here.
      </p>
      {done === 'saved' && !answer && <InlineNotice kind="success" text={orderTexts.detailsSaved} />}
      {done === 'forgotten' && !answer && <InlineNotice kind="success" text={orderTexts.detailsForgotten} />}
      {answer?.notice && <InlineNotice {...answer.notice} />}
      {/* The key gives the fields what is stored after each change. */}
      <Fields key={JSON.stringify(details)} details={details} answer={answer} />
      {details && (
        <Form method="post" className="border-t border-rule pt-4">
          <Button type="submit" variant="bad" name="forget" value="on" className="-ml-4">
            Forget this address
          </Button>
        </Form>
      )}
    </main>
  )
}

interface FieldsProps {
  details: Route.ComponentProps['loaderData']['details']
  answer: Answer | undefined
}

function Fields({ details, answer }: FieldsProps) {
  const form = useForm(BuyerDetails, answer)
  const isSaving = useNavigation().state === 'submitting'
  const field = (name: keyof BuyerDetails) => form.field(name, details?.[name])
  return (
    <Form {...form.props} className="grid gap-4.5 md:grid-cols-2">
      <Field label="Name" {...field('name')} autoComplete="name" maxLength={nameMax} className="md:col-span-2" />
      <PhoneField {...field('phone')} />
      <PhoneField label="Alternative Phone" {...field('alternativePhone')} hint="Optional" />
      <Field label="Email" {...field('email')} type="email" autoComplete="email" hint="Optional. Courses go there." />
      <PinField {...field('pin')} hint="Optional. 6 digits" />
      <AddressField {...field('address')} hint="Optional" className="md:col-span-2" />
      <Button type="submit" variant="main" busy={isSaving} className="justify-self-start">
        {isSaving ? 'Saving...' : 'Save'}
      </Button>
    </Form>
  )
}
