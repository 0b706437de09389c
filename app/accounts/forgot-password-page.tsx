import { data, Form, Link, redirect, useNavigation, useSearchParams } from 'react-router'

import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { readForm } from '#app/forms/forms.ts'
import { isPlainForm } from '#app/forms/plain-form.server.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { useForm } from '#app/forms/use-form.ts'
import { refuseTooMany, senderOf, tooManyRequests } from '#app/limits/refuse-too-many.server.ts'
import { tellByMail } from '#app/notices/tell.server.ts'
import { configContext, dbContext } from '#app/platform/context.ts'
import { PageHead } from '#app/rendering/page-head.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'

import type { Route } from './+types/forgot-password-page'
import { passwordLinkLimit, PasswordLinkRequest } from './account-rules.ts'
import { accountTexts } from './account-texts.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { mailServer, supportPhone, supportEmail } = context.get(configContext)
  return { hasMail: mailServer !== null, supportPhone, supportEmail }
}

/** Only notes who was named: accounts are looked for after the answer, which is the same whether there is one. */
export async function action({ context, request }: Route.ActionArgs) {
  if (!context.get(configContext).mailServer) throw data(null, 404)
  const form = readForm(PasswordLinkRequest, await readFormData(request))
  if (!form.ok) return data({ errors: form.errors, typed: form.typed }, 400)
  const tooMany = await refuseTooMany(
    context.get(dbContext),
    passwordLinkLimit,
    senderOf(context, form.values.who.toLowerCase()),
  )
  if (tooMany)
    return data({ errors: { who: tooMany.text }, typed: form.typed }, tooManyRequests(context, tooMany.waitSeconds))
  const asked = { event: 'password asked', accountId: null, address: null, detail: form.values.who } as const
  await tellByMail(context.get(dbContext), asked)
  if (isPlainForm(request)) throw redirect('/forgot-password?asked=on', 303)
  return data({ isAsked: true })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), accountTexts.linkNotAsked)

export default function ForgotPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const isAsked = useSearchParams()[0].has('asked') || (actionData !== undefined && 'isAsked' in actionData)
  return (
    <main id="content" className="mx-auto w-full max-w-auth px-4 py-5 md:py-12">
      <PageHead
        title="Forgot Password"
        description="Get a link to choose a new password for your account."
        path="/forgot-password"
      />
      <h1>Forgot your password?</h1>
      {isAsked ? (
        <div className="mt-5">
          <InlineNotice kind="success" text={accountTexts.linkAsked} />
          <p className="mt-4">
            Nothing came? Look in the folder for spam. If your e-mail address has changed, <WriteToUs {...loaderData} />
          </p>
        </div>
      ) : loaderData.hasMail ? (
        <AskForm answer={actionData && 'isAsked' in actionData ? undefined : actionData} />
      ) : (
        <p className="mt-3">
          Write to us from the phone number or the e-mail address of your account, and we send you a link to choose a
          new one: <WriteToUs {...loaderData} />
        </p>
      )}
      <p className="mt-6">
        <Link to="/login" className="inline-flex min-h-11 items-center font-medium text-accent-ink">
          Back to Login
        </Link>
      </p>
    </main>
  )
}

function WriteToUs({ supportPhone, supportEmail }: { supportPhone: string; supportEmail: string }) {
  return (
    <>
      <a href={`mailto:${supportEmail}`}>{supportEmail}</a> or {supportPhone}.
    </>
  )
}

function AskForm({ answer }: { answer: Parameters<typeof useForm>[1] }) {
  const form = useForm(PasswordLinkRequest, answer)
  const isSending = useNavigation().state === 'submitting'
  return (
    <Form {...form.props} className="mt-3 grid gap-4.5">
      <p>We send a link to the e-mail address of your account. With it you choose a new password.</p>
      {answer?.notice && <InlineNotice {...answer.notice} />}
      <Field label="Phone Number or Email" {...form.field('who')} autoComplete="username" inputMode="email" />
      <Button type="submit" variant="main" wide busy={isSending}>
        {isSending ? 'Sending...' : 'Send the link'}
      </Button>
    </Form>
  )
}
