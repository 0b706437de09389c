import { data, Form, Link, redirect, useLocation, useNavigate, useNavigation } from 'react-router'

import { AnswerNotice } from '#app/platform/answer-notice.tsx'
import { dbContext } from '#app/platform/context.ts'
import { nameMax } from '#app/platform/field-rules.ts'
import { readForm } from '#app/platform/forms.ts'
import { keepPage } from '#app/platform/keep-page.ts'
import { PageTitle } from '#app/platform/page-title.tsx'
import { PhoneField } from '#app/platform/person-fields.tsx'
import { isPlainForm } from '#app/platform/plain-form.server.ts'
import { refuseTooMany } from '#app/platform/refuse-too-many.server.ts'
import { sentForm } from '#app/platform/sent-form.server.ts'
import { useForm } from '#app/platform/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Field, PasswordField, Select } from '#app/ui/field.tsx'

import type { Route } from './+types/student-sign-up-page'
import { NewStudent, secretFields, signUpLimit, studentIdTypes } from './account-rules.ts'
import { accountTexts } from './account-texts.ts'
import { idKeysContext } from './id-keys-context.ts'
import { findPurpose } from './log-in-purpose.server.ts'
import { signUpStudent } from './sign-up-student.server.ts'

export const loader = ({ context, url }: Route.LoaderArgs) => findPurpose(context.get(dbContext), url)

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = readForm(NewStudent, await sentForm(request), { secret: secretFields })
  if (!form.ok) return data({ errors: form.errors, typed: form.typed }, 400)

  const tooMany = await refuseTooMany(context, signUpLimit, form.values.phone)
  if (tooMany)
    return data({ notice: { kind: 'invalid' as const, text: tooMany.text }, typed: form.typed }, tooMany.init)

  switch (await signUpStudent(context.get(dbContext), context.get(idKeysContext), form.values)) {
    case 'phone taken':
      return data({ errors: { phone: accountTexts.phoneTaken }, typed: form.typed }, 409)
    case 'signed up':
      if (isPlainForm(request)) throw redirect(`/login?${withRegistered(url.searchParams)}`, 303)
      return { notice: { kind: 'success' as const, text: accountTexts.studentSignedUp } }
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPage(() => serverAction(), accountTexts.signUpFailed)

export default function StudentSignUpPage({ loaderData: purpose, actionData }: Route.ComponentProps) {
  const form = useForm(NewStudent, actionData)
  const isSending = useNavigation().state === 'submitting'
  const navigate = useNavigate()
  const { search } = useLocation()

  return (
    <main id="content" className="mx-auto w-full max-w-auth px-4 py-5 md:py-12">
      <PageTitle>Student Sign Up</PageTitle>
      <h1>Student Sign Up</h1>
      {purpose && <p className="mt-2 text-ink-soft">Sign up to {purpose}</p>}
      <AnswerNotice answer={actionData} onSuccess={() => void navigate(`/login${search}`)} />
      <Form {...form.props} className="group mt-5 grid gap-4.5">
        {form.error && <ErrorSummary>{form.error}</ErrorSummary>}
        <Field label="Name" {...form.field('name')} autoComplete="name" maxLength={nameMax} />
        <Field
          label="Class Name"
          {...form.field('className')}
          placeholder="For example HS 2nd Year"
          maxLength={nameMax}
        />
        <Field label="College Name" {...form.field('collegeName')} autoComplete="organization" maxLength={nameMax} />
        <PhoneField label="Mobile Number" {...form.field('phone')} hint="10 digits. You log in with it." />
        <Field label="Email" {...form.field('email')} type="email" autoComplete="email" />
        <PasswordField
          label="Password"
          {...form.field('password')}
          autoComplete="new-password"
          hint="6 characters or more"
        />
        <Select label="ID Type" {...form.field('idType')} empty="None" options={studentIdTypes} hint="Optional" />
        {/* Shown by the choice alone, so that it needs no script. */}
        <Field
          label="ID Number"
          {...form.field('idNumber')}
          autoComplete="off"
          hint="Nobody but our team sees it."
          className="hidden group-has-[[name=idType]_option:not([value='']):checked]:block"
        />
        <Button type="submit" variant="main" wide busy={isSending}>
          {isSending ? 'Signing up...' : 'Sign Up'}
        </Button>
      </Form>
      <p className="mt-6">
        Already registered?{' '}
        <Link to={`/login${search}`} className="inline-flex min-h-11 items-center font-medium text-accent-ink">
          Sign-In
        </Link>
      </p>
    </main>
  )
}

/** The log-in page greets whoever comes from here, and still knows where to go on to. */
function withRegistered(query: URLSearchParams) {
  const next = new URLSearchParams(query)
  next.set('registered', 'on')
  return next
}
