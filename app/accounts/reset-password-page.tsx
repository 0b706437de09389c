import { data, Form, redirect, useNavigation } from 'react-router'

import type { AccountKind } from '#app/access/role-rules.ts'
import { logInPaths } from '#app/access/paths.ts'
import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { type Answer, readForm } from '#app/forms/forms.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { useForm } from '#app/forms/use-form.ts'
import { findLink } from '#app/notices/mail/account-links.server.ts'
import { configContext, dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'

import type { Route } from './+types/reset-password-page'
import { passwordResets, secretFields } from './account-rules.ts'
import { accountTexts } from './account-texts.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { resetPassword } from './reset-password.server.ts'
import { linkCookie, readLinkToken } from './session-cookie.server.ts'

/** The link of the mail. Its token goes into a cookie, so that no address names it any more. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const config = context.get(configContext)
  const token = url.searchParams.get('token')
  if (token !== null)
    throw redirect('/reset-password', { headers: { 'Set-Cookie': linkCookie(tokenOrNull(token), config) } })
  const link = await findLink(context.get(dbContext), 'password', readLinkToken(request, config))
  return data({ kind: link?.kind ?? null }, link ? 200 : 410)
}

const tokenOrNull = (text: string) => (/^[\w-]{43}$/.test(text) ? text : null)

export async function action({ context, request }: Route.ActionArgs) {
  const [config, db] = [context.get(configContext), context.get(dbContext)]
  const token = readLinkToken(request, config)
  const link = await findLink(db, 'password', token)
  if (!token || !link) return data({ isGone: true as const }, 410)
  const form = readForm(passwordResets[link.kind], await readFormData(request), { secret: secretFields })
  if (!form.ok) return data({ errors: form.errors, typed: form.typed }, 400)
  if ((await resetPassword(db, token, form.values.newPassword)) === 'link gone')
    return data({ isGone: true as const }, 410)
  throw redirect(`${logInPaths[link.kind]}?reset=on`, {
    status: 303,
    headers: { 'Set-Cookie': linkCookie(null, config) },
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), accountTexts.passwordNotChanged)

export default function ResetPasswordPage({ loaderData: { kind }, actionData }: Route.ComponentProps) {
  const isGone = actionData !== undefined && 'isGone' in actionData
  const answer = actionData && !('isGone' in actionData) ? actionData : undefined
  return (
    <main id="content" className="mx-auto grid w-full max-w-auth gap-4 px-4 py-5 md:py-12">
      <PageTitle>Choose a new password</PageTitle>
      {kind && !isGone ? (
        <>
          <h1>Choose a new password</h1>
          <ResetForm kind={kind} answer={answer} />
        </>
      ) : (
        <>
          <h1>This link no longer works</h1>
          <p>A link works once, for 30 minutes, and only until the password is changed in another way.</p>
          <ButtonLink to="/forgot-password" variant="main" className="justify-self-start">
            Get a new link
          </ButtonLink>
        </>
      )}
    </main>
  )
}

function ResetForm({ kind, answer }: { kind: AccountKind; answer: Answer | undefined }) {
  const form = useForm(passwordResets[kind], answer)
  const isSending = useNavigation().state === 'submitting'
  return (
    <Form {...form.props} className="grid gap-4.5">
      <p>You are logged out everywhere, and log in with the new one.</p>
      {answer?.notice && <InlineNotice {...answer.notice} />}
      <NewPasswordField label="New password" {...form.field('newPassword')} />
      <Button type="submit" variant="main" wide busy={isSending}>
        {isSending ? 'Changing...' : 'Change password'}
      </Button>
    </Form>
  )
}
