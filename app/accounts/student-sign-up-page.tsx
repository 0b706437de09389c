import { useMemo } from 'react'
import {
  data,
  Form,
  Link,
  redirect,
  type RouterContextProvider,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router'

import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import { nameMax } from '#app/forms/field-rules.ts'
import { readForm } from '#app/forms/forms.ts'
import { PhoneField } from '#app/forms/person-fields.tsx'
import { isPlainForm } from '#app/forms/plain-form.server.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { useForm } from '#app/forms/use-form.ts'
import { answerTooMany, refuseTooMany, senderOf } from '#app/limits/refuse-too-many.server.ts'
import { configContext, dbContext } from '#app/platform/context.ts'
import { PageHead } from '#app/rendering/page-head.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Field, Select } from '#app/ui/field.tsx'

import type { Route } from './+types/student-sign-up-page'
import { AgreedTexts } from './agreed-texts.tsx'
import { secretFields, signUpLimit, studentIdTypes, studentSignUp } from './account-rules.ts'
import { accountTexts } from './account-texts.ts'
import { AgeFields } from './age-fields.tsx'
import { ageOf } from './age-rules.ts'
import { DistrictSelect } from './district-fields.tsx'
import { idKeysContext } from './id-keys-context.ts'
import { findPurpose } from './log-in-purpose.server.ts'
import { signUpStudent } from './sign-up-student.server.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { phoneOf } from './signed-up-phone.ts'

/** Null: the year of birth is not asked for. India is ahead of UTC: at the turn of the year nobody is taken for older. */
const askedYear = (context: Readonly<RouterContextProvider>) =>
  context.get(configContext).askAge ? new Date().getUTCFullYear() : null

export async function loader({ context, url }: Route.LoaderArgs) {
  return { purpose: await findPurpose(context, url), currentYear: askedYear(context) }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const currentYear = askedYear(context)
  const form = readForm(studentSignUp(currentYear), await readFormData(request), { secret: secretFields })
  if (!form.ok) return data({ errors: form.errors, typed: form.typed }, 400)

  const tooMany = await refuseTooMany(context.get(dbContext), signUpLimit, senderOf(context, form.values.phone))
  if (tooMany) return answerTooMany(context, tooMany, form.typed)

  const age = ageOf(form.values, currentYear)
  switch (await signUpStudent(context.get(dbContext), context.get(idKeysContext), form.values, age)) {
    case 'phone taken':
      return data({ errors: { phone: accountTexts.phoneTaken }, typed: form.typed }, 409)
    case 'signed up':
      if (isPlainForm(request)) throw redirect(`/login?${withRegistered(url.searchParams)}`, 303)
      return { notice: { kind: 'success' as const, text: accountTexts.studentSignedUp }, phone: form.values.phone }
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), accountTexts.signUpFailed)

export default function StudentSignUpPage({ loaderData, actionData }: Route.ComponentProps) {
  const { purpose, currentYear } = loaderData
  const schema = useMemo(() => studentSignUp(currentYear), [currentYear])
  const form = useForm(schema, actionData)
  const isSending = useNavigation().state === 'submitting'
  const navigate = useNavigate()
  const { search } = useLocation()

  return (
    <main id="content" className="mx-auto w-full max-w-auth px-4 py-5 md:py-12">
      <PageHead
        title="Student Sign Up"
        description="Open a student account with your phone number: sell your used books, share your notes, buy from others."
        path="/UserSignUp"
      />
      <h1>Student Sign Up</h1>
      {purpose && <p className="mt-2 text-ink-soft">Sign up to {purpose}</p>}
      <AnswerNotice
        answer={actionData}
        onSuccess={() => void navigate(`/login${search}`, { state: phoneOf(actionData) })}
      />
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
        <NewPasswordField label="Password" {...form.field('password')} hint="6 characters or more" />
        <DistrictSelect {...form.field('district')} hint="Optional. Where your posts are." />
        <Select label="ID Type" {...form.field('idType')} empty="None" options={studentIdTypes} hint="Optional" />
        {/* CSS shows it once an id type is chosen: no JavaScript needed. */}
        <Field
          label="ID Number"
          {...form.field('idNumber')}
          autoComplete="off"
          hint="Nobody but our team sees it."
          className="hidden group-has-[[name=idType]_option:not([value='']):checked]:block"
        />
        {currentYear !== null && <AgeFields form={form} currentYear={currentYear} />}
        <Button type="submit" variant="main" wide busy={isSending}>
          {isSending ? 'Signing up...' : 'Sign Up'}
        </Button>
        <AgreedTexts />
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

/** Makes the log-in page confirm the sign-up, and keeps the page to open afterwards. */
function withRegistered(query: URLSearchParams) {
  const next = new URLSearchParams(query)
  next.set('registered', 'on')
  return next
}
