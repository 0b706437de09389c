import { data, Form, redirect, useNavigation } from 'react-router'

import { teamLogInPath } from '#app/access/team-map.ts'
import { NewPasswordField } from '#app/accounts/new-password-field.tsx'
import { linkCookie, readLinkToken } from '#app/accounts/session-cookie.server.ts'
import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { type Answer, readForm } from '#app/forms/forms.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { useForm } from '#app/forms/use-form.ts'
import { configContext, dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { Button } from '#app/ui/button.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'

import type { Route } from './+types/password-page'
import { choosePassword, findMemberOfLink } from './keep-members.server.ts'
import { linkHours, TeamPassword } from './team-rules.ts'
import { teamTexts } from './team-texts.ts'

/** The link that `npm run team` printed. Its token goes into a cookie, so that no address names it any more. */
export async function loader({ context, request, url: { searchParams } }: Route.LoaderArgs) {
  const config = context.get(configContext)
  const token = searchParams.get('token')
  if (token !== null) {
    const cookie = linkCookie(/^[\w-]{43}$/.test(token) ? token : null, config)
    throw redirect('/team/password', { headers: { 'Set-Cookie': cookie } })
  }
  const member = await findMemberOfLink(context.get(dbContext), readLinkToken(request, config))
  return data({ name: member?.name ?? null }, member ? 200 : 410)
}

export async function action({ context, request }: Route.ActionArgs) {
  const config = context.get(configContext)
  const token = readLinkToken(request, config)
  const form = readForm(TeamPassword, await readFormData(request), { secret: ['newPassword'] })
  if (!form.ok) return data({ errors: form.errors, typed: form.typed }, 400)
  if (!token || (await choosePassword(context.get(dbContext), token, form.values.newPassword)) === 'link gone')
    return data({ isGone: true as const }, 410)
  throw redirect(`${teamLogInPath}?chosen=on`, { status: 303, headers: { 'Set-Cookie': linkCookie(null, config) } })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), teamTexts.failed)

export default function TeamPasswordPage({ loaderData: { name }, actionData }: Route.ComponentProps) {
  const isGone = name === null || (actionData !== undefined && 'isGone' in actionData)
  return (
    <main id="content" className="mx-auto grid w-full max-w-auth content-start gap-5 px-4 py-8">
      <PageTitle>Choose a password</PageTitle>
      {isGone ? (
        <>
          <h1>This link no longer works</h1>
          <p>
            A link works once, for {linkHours} hours. Ask for a new one: <code>npm run team -- link EMAIL</code>
          </p>
        </>
      ) : (
        <>
          <h1>Welcome to the team, {name}</h1>
          <PasswordForm answer={actionData && !('isGone' in actionData) ? actionData : undefined} />
        </>
      )}
    </main>
  )
}

function PasswordForm({ answer }: { answer: Answer | undefined }) {
  const form = useForm(TeamPassword, answer)
  const isSending = useNavigation().state === 'submitting'
  return (
    <Form {...form.props} className="grid gap-4.5">
      {answer?.notice && <InlineNotice {...answer.notice} />}
      <NewPasswordField label="New password" {...form.field('newPassword')} hint="12 characters or more" />
      <Button type="submit" variant="ink" wide busy={isSending}>
        {isSending ? 'Keeping...' : 'Choose this password'}
      </Button>
    </Form>
  )
}
