import { Form, useNavigate, useNavigation } from 'react-router'

import { securityPath } from '#app/access/paths.ts'
import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import type { Answer } from '#app/forms/forms.ts'
import { useForm } from '#app/forms/use-form.ts'
import { formatAge, formatDateTime } from '#app/format/dates.ts'
import { dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { PasswordField } from '#app/ui/field.tsx'

import type { Route } from './+types/security-page'
import { passwordChanges, sessionDays } from './account-rules.ts'
import { accountTexts } from './account-texts.ts'
import { answerPasswordChange, answerSessionEnd } from './answer-security.server.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { listSessions } from './sessions.server.ts'
import { sessionIdContext, signedInViewer } from '#app/access/viewer.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = signedInViewer(context)
  const now = new Date()
  const sessions = await listSessions(context.get(dbContext), viewer)
  return {
    kind: viewer.kind,
    sessions: sessions.map((session) => ({
      ...session,
      isThisOne: session.id === context.get(sessionIdContext),
      loggedIn: formatAge(session.createdAt, now),
    })),
    isSaved: url.searchParams.has('saved'),
  }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const ended = url.searchParams.get('end')
  return ended === null ? answerPasswordChange({ context, request }) : answerSessionEnd({ context, request }, ended)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), accountTexts.passwordNotChanged)

const savedAnswer: Answer = { notice: { kind: 'success', text: accountTexts.passwordChanged } }

export default function SecurityPage({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, sessions, isSaved } = loaderData
  const navigate = useNavigate()
  return (
    <main id="content" className="mx-auto grid w-full max-w-form gap-8 px-4 py-5 md:py-12">
      <PageTitle>Password and log-ins</PageTitle>
      <AnswerNotice
        answer={actionData ?? (isSaved ? savedAnswer : undefined)}
        onSuccess={() => void navigate(securityPath, { replace: true })}
      />
      <h1>Password and log-ins</h1>
      <PasswordForm kind={kind} answer={actionData} />
      <Sessions sessions={sessions} />
    </main>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function PasswordForm({ kind, answer }: Pick<Loaded, 'kind'> & { answer: Answer | undefined }) {
  const form = useForm(passwordChanges[kind], answer)
  const isSending = useNavigation().formAction === securityPath
  return (
    <section className="grid gap-4.5">
      <h2>Change your password</h2>
      <Form {...form.props} action={securityPath} className="grid max-w-auth gap-4.5">
        <PasswordField label="Current password" {...form.field('currentPassword')} autoComplete="current-password" />
        <NewPasswordField label="New password" {...form.field('newPassword')} />
        <Button type="submit" variant="main" busy={isSending} className="justify-self-start">
          {isSending ? 'Changing...' : 'Change password'}
        </Button>
      </Form>
    </section>
  )
}

/** Logging out makes a full page load, which discards all loaded data of the person. */
function Sessions({ sessions }: Pick<Loaded, 'sessions'>) {
  return (
    <section className="grid gap-4 border-t border-rule pt-6">
      <h2>Where you are logged in</h2>
      <ul className="border-b border-rule">
        {sessions.map(({ id, browser, createdAt, loggedIn, isThisOne }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-rule py-3"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2 font-semibold">
                {browser ?? 'A browser that we do not know'} {isThisOne && <Badge>This browser</Badge>}
              </p>
              <p className="text-sm text-ink-soft">
                {'Logged in '}
                <time dateTime={createdAt.toISOString()} title={formatDateTime(createdAt)}>
                  {loggedIn}
                </time>
              </p>
            </div>
            <Form method="post" action={`${securityPath}?end=${id}`} reloadDocument>
              <Button type="submit" variant="line">
                Log out
                <span className="sr-only"> {browser ?? 'the unknown browser'}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <Form method="post" action={`${securityPath}?end=all`} reloadDocument className="grid justify-items-start gap-2">
        <p className="text-sm text-ink-soft">
          {`Not all of them are yours? Change your password: that logs out every other browser. A log-in ends by itself ${sessionDays.unused} days after its last use, and ${sessionDays.most} days after it began.`}
        </p>
        <Button type="submit" variant="bad" className="-ml-4">
          Log out everywhere
        </Button>
      </Form>
    </section>
  )
}
