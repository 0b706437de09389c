import { data, Form, Link, redirect, useNavigate, useNavigation } from 'react-router'

import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { pictureAccept } from '#app/files/file-rules.ts'
import { receiveForm } from '#app/files/receive-form.server.ts'
import { refuseFiles } from '#app/files/refuse-files.server.ts'
import { storageContext } from '#app/files/storage/storage-context.ts'
import { uploadQuota } from '#app/files/upload-quota.server.ts'
import { useFileForm } from '#app/files/use-file-form.tsx'
import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import { nameMax } from '#app/forms/field-rules.ts'
import { type FormErrors, readForm } from '#app/forms/forms.ts'
import { AddressField, PhoneField } from '#app/forms/person-fields.tsx'
import { isPlainForm } from '#app/forms/plain-form.server.ts'
import { answerTooMany, refuseTooMany, senderOf } from '#app/limits/refuse-too-many.server.ts'
import { dbContext } from '#app/platform/context.ts'
import { PageHead } from '#app/rendering/page-head.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Field } from '#app/ui/field.tsx'
import { FileField } from '#app/ui/file-field.tsx'

import type { Route } from './+types/store-sign-up-page'
import { AgreedTexts } from './agreed-texts.tsx'
import { NewStore, secretFields, signUpLimit } from './account-rules.ts'
import { accountTexts, pictureTypeMessage } from './account-texts.ts'
import { DistrictText } from './district-fields.tsx'
import { signUpStore } from './sign-up-store.server.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { phoneOf } from './signed-up-phone.ts'

const pictures = { picture: 'Bookstores' } as const

export async function action({ context, request }: Route.ActionArgs) {
  const db = context.get(dbContext)
  const [storage, quota] = [context.get(storageContext), uploadQuota(db, senderOf(context, null))]
  const received = await receiveForm(request, { db, storage, quota, pictures })
  const form = readForm(NewStore, received.form, { secret: secretFields })
  const refuse = (errors: FormErrors, status = 400) => data({ errors, typed: form.typed }, status)
  const refused = refuseFiles(context, received.problems, { notAPicture: pictureTypeMessage })
  if (refused) return data({ errors: refused.errors, typed: form.typed }, refused.init)
  if (!form.ok) return refuse(form.errors)

  const tooMany = await refuseTooMany(db, signUpLimit, senderOf(context, form.values.phone))
  if (tooMany) return answerTooMany(context, tooMany, form.typed)

  switch (await signUpStore(db, form.values)) {
    case 'phone taken':
      return refuse({ phone: accountTexts.phoneTaken }, 409)
    case 'no picture':
      return refuse({ picture: pictureTypeMessage })
    case 'signed up':
      if (isPlainForm(request)) throw redirect('/slogin?registered', 303)
      return { notice: { kind: 'success' as const, text: accountTexts.storeSignedUp }, phone: form.values.phone }
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), accountTexts.signUpFailed)

export default function StoreSignUpPage({ actionData }: Route.ComponentProps) {
  const { form, isUploading, dialogs } = useFileForm(NewStore, actionData, {
    pictures,
    notAPicture: pictureTypeMessage,
    failed: accountTexts.signUpFailed,
  })
  const isSending = useNavigation().state === 'submitting'
  const navigate = useNavigate()

  return (
    <main id="content" className="mx-auto w-full max-w-auth px-4 py-5 md:py-12">
      <PageHead
        title="Book Store Sign Up"
        description="Book stores in Assam sign up here, list their books and novels, and reach students in every district."
        path="/sSignup"
      />
      <h1>Book Store Sign Up</h1>
      <AnswerNotice answer={actionData} onSuccess={() => void navigate('/slogin', { state: phoneOf(actionData) })} />
      {dialogs}
      <Form {...form.props} encType="multipart/form-data" className="mt-5 grid gap-4.5">
        {form.error && <ErrorSummary>{form.error}</ErrorSummary>}
        <Field label="Book Store Name" {...form.field('name')} autoComplete="organization" maxLength={nameMax} />
        <DistrictText {...form.field('district')} />
        <AddressField {...form.field('address')} />
        <Field label="Email" {...form.field('email')} type="email" autoComplete="email" />
        <PhoneField {...form.field('phone')} hint="10 digits. You log in with it." />
        <NewPasswordField
          label="Password"
          {...form.field('password')}
          hint="7 characters or more: letters, numbers and one of @$!%*?&#"
        />
        <FileField
          label="Picture"
          kind="picture"
          accept={pictureAccept}
          {...form.file('picture')}
          hint="Your shop from the street, or its sign. JPG or PNG."
          className="w-40"
        />
        <Button type="submit" variant="main" wide busy={isSending || isUploading}>
          {isSending ? 'Signing up...' : 'Sign Up'}
        </Button>
        <AgreedTexts />
      </Form>
      <p className="mt-6">
        Already registered?{' '}
        <Link to="/slogin" className="inline-flex min-h-11 items-center font-medium text-accent-ink">
          Book Store Login
        </Link>
      </p>
    </main>
  )
}
