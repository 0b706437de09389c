import { data, Form, redirect, useNavigation } from 'react-router'

import { teamLogInPath, ticketsPath } from '#app/access/team-map.ts'
import { lockedText } from '#app/accounts/account-texts.ts'
import { describeBrowser } from '#app/accounts/describe-browser.ts'
import { idKeysContext } from '#app/accounts/id-keys-context.ts'
import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { type Answer, readForm } from '#app/forms/forms.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { useForm } from '#app/forms/use-form.ts'
import { tooManyRequests } from '#app/limits/refuse-too-many.server.ts'
import { drawQrCode } from '#app/ui/qr-code.server.ts'
import { QrCode } from '#app/ui/qr-code.tsx'
import { addressContext, configContext, dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'

import type { Route } from './+types/code-page'
import { checkTeamCode, findOrMakeCodeSecret } from './log-in-member.server.ts'
import { safeTeamPath } from './safe-team-path.ts'
import { readTeamToken, teamCookie } from './team-cookie.server.ts'
import { TeamCode } from './team-rules.ts'
import { findTeamSession } from './team-sessions.server.ts'
import { teamTexts } from './team-texts.ts'
import { appUrl } from './time-code.server.ts'

/** Whose password was right a moment ago. Everybody else begins with that. */
async function findWaiting({ context, request }: Pick<Route.LoaderArgs, 'context' | 'request'>) {
  const token = readTeamToken(request, context.get(configContext))
  const member = token ? await findTeamSession(context.get(dbContext), token, { isComplete: false }) : undefined
  if (!token || !member) throw redirect(teamLogInPath)
  return { token, member }
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await findWaiting({ context, request })
  const { secret, isSetUp } = await findOrMakeCodeSecret(context.get(dbContext), context.get(idKeysContext), member.id)
  if (isSetUp) return { isUnreadable: secret === null, setUp: null }
  const { siteName } = context.get(configContext)
  const drawing = drawQrCode(appUrl(secret, { siteName, email: member.email }))
  return { isUnreadable: false, setUp: { drawing, secret: secret.replaceAll(/.{4}(?=.)/g, '$& ') } }
}

interface CodeAnswer extends Answer {
  /** Shown once, after the first right code. */
  recoveryCodes?: string[]
  /** Where to go from there. */
  nextPath?: string
}

export async function action({ context, request, url: { searchParams } }: Route.ActionArgs) {
  const sent = await readFormData(request)
  const { token, member } = await findWaiting({ context, request })
  const form = readForm(TeamCode, sent, { secret: ['code'] })
  if (!form.ok) return data<CodeAnswer>({ errors: form.errors }, 400)
  const config = context.get(configContext)
  const checked = await checkTeamCode(context.get(dbContext), context.get(idKeysContext), {
    member,
    token,
    code: form.values.code,
    address: context.get(addressContext),
    browser: describeBrowser(request.headers.get('User-Agent')),
  })
  if ('refused' in checked) {
    const isLocked = checked.refused === 'locked'
    const answer: CodeAnswer = { errors: { code: isLocked ? lockedText(checked.lockedSeconds) : teamTexts.wrongCode } }
    return data(answer, isLocked ? tooManyRequests(context, checked.lockedSeconds) : { status: 401 })
  }
  const nextPath = safeTeamPath(searchParams.get('to')) ?? ticketsPath
  const headers = { 'Set-Cookie': teamCookie(checked.token, config) }
  if (checked.recoveryCodes.length === 0) throw redirect(nextPath, { status: 303, headers })
  return data<CodeAnswer>({ recoveryCodes: checked.recoveryCodes, nextPath }, { headers })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), teamTexts.failed)

/** After the right code the page stays, for the recovery codes. */
export const shouldRevalidate = () => false

export default function CodePage({ loaderData: { isUnreadable, setUp }, actionData }: Route.ComponentProps) {
  const answer: CodeAnswer | undefined = actionData
  return (
    <main id="content" className="mx-auto grid w-full max-w-auth content-start gap-5 px-4 py-8">
      <PageTitle>Team log-in</PageTitle>
      {answer?.recoveryCodes ? (
        <RecoveryCodes codes={answer.recoveryCodes} nextPath={answer.nextPath!} />
      ) : (
        <>
          <h1>{setUp ? 'Set up your codes' : 'Enter your code'}</h1>
          {isUnreadable && <InlineNotice kind="error" text={teamTexts.unreadableCodes} />}
          {answer?.notice && <InlineNotice {...answer.notice} />}
          {setUp && <SetUp {...setUp} />}
          <CodeForm answer={answer} />
        </>
      )}
    </main>
  )
}

function SetUp({ drawing, secret }: NonNullable<Route.ComponentProps['loaderData']['setUp']>) {
  return (
    <div className="grid gap-3">
      <p>Scan this with an authenticator app. It shows a new code every 30 seconds.</p>
      <QrCode drawing={drawing} label="QR code for your authenticator app" />
      <p className="text-sm">
        Or type this key into the app: <code className="font-mono wrap-anywhere select-all">{secret}</code>
      </p>
    </div>
  )
}

function CodeForm({ answer }: { answer: CodeAnswer | undefined }) {
  const form = useForm(TeamCode, answer)
  const isSending = useNavigation().state === 'submitting'
  return (
    <Form {...form.props} className="grid gap-4.5">
      <Field
        label="Code"
        {...form.field('code')}
        hint="Six digits of your app, or a recovery code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
      />
      <Button type="submit" variant="ink" wide busy={isSending}>
        {isSending ? 'Checking...' : 'Log in'}
      </Button>
    </Form>
  )
}

function RecoveryCodes({ codes, nextPath }: { codes: string[]; nextPath: string }) {
  return (
    <>
      <h1>Keep these recovery codes</h1>
      <p>
        Without your phone, each of them works once in place of a code. They are shown only now: write them down, or
        print this page.
      </p>
      <ol className="grid list-decimal gap-1 pl-8 font-mono">
        {codes.map((code) => (
          <li key={code}>{code.replaceAll(/.{4}(?=.)/g, '$&-')}</li>
        ))}
      </ol>
      {/* A full page load: the session has begun with this answer. */}
      <ButtonLink to={nextPath} reloadDocument variant="ink" wide>
        I have kept them
      </ButtonLink>
    </>
  )
}
