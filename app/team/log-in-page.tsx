import { data, Form, redirect, useNavigation } from 'react-router'

import { teamCodePath, ticketsPath } from '#app/access/team-map.ts'
import { lockedText } from '#app/accounts/account-texts.ts'
import { describeBrowser } from '#app/accounts/describe-browser.ts'
import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { type Answer, readForm } from '#app/forms/forms.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { useForm } from '#app/forms/use-form.ts'
import { tooManyRequests } from '#app/limits/refuse-too-many.server.ts'
import { addressContext, configContext, dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field, PasswordField } from '#app/ui/field.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'

import type { Route } from './+types/log-in-page'
import { checkTeamPassword } from './log-in-member.server.ts'
import { safeTeamPath } from './safe-team-path.ts'
import { teamCookie } from './team-cookie.server.ts'
import { teamMemberContext } from './team-member.ts'
import { TeamLogIn } from './team-rules.ts'
import { teamTexts } from './team-texts.ts'

export function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  if (context.get(teamMemberContext)) throw redirect(ticketsPath)
  return { isPasswordChosen: searchParams.has('chosen') }
}

export async function action({ context, request, url: { searchParams } }: Route.ActionArgs) {
  const form = readForm(TeamLogIn, await readFormData(request), { secret: ['password'] })
  if (!form.ok) return data({ errors: form.errors, typed: form.typed }, 400)
  const checked = await checkTeamPassword(context.get(dbContext), {
    ...form.values,
    address: context.get(addressContext),
    browser: describeBrowser(request.headers.get('User-Agent')),
  })
  if (checked.refused) {
    const isLocked = checked.refused === 'locked'
    const text = isLocked ? lockedText(checked.lockedSeconds) : teamTexts.wrongLogIn
    const answer = { notice: { kind: 'invalid' as const, text }, typed: form.typed }
    return data(answer, isLocked ? tooManyRequests(context, checked.lockedSeconds) : { status: 401 })
  }
  const to = safeTeamPath(searchParams.get('to'))
  const headers = { 'Set-Cookie': teamCookie(checked.token, context.get(configContext)) }
  throw redirect(teamCodePath + (to ? `?to=${encodeURIComponent(to)}` : ''), { status: 303, headers })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), teamTexts.failed)

export default function TeamLogInPage({ loaderData: { isPasswordChosen }, actionData }: Route.ComponentProps) {
  const answer: Answer | undefined = actionData
  const form = useForm(TeamLogIn, answer)
  const isSending = useNavigation().state === 'submitting'
  return (
    <main id="content" className="mx-auto grid w-full max-w-auth content-start gap-5 px-4 py-8">
      <PageTitle>Team log-in</PageTitle>
      <h1>Team log-in</h1>
      {isPasswordChosen && !answer && <InlineNotice kind="success" text={teamTexts.passwordChosen} />}
      {answer?.notice && <InlineNotice {...answer.notice} />}
      <Form {...form.props} className="grid gap-4.5">
        <Field label="E-mail" type="email" {...form.field('email')} autoComplete="username" inputMode="email" />
        <PasswordField label="Password" {...form.field('password')} autoComplete="current-password" />
        <Button type="submit" variant="ink" wide busy={isSending}>
          {isSending ? 'Checking...' : 'Next'}
        </Button>
      </Form>
    </main>
  )
}
