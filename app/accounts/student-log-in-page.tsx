import { Link, useLocation } from 'react-router'

import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { PageHead } from '#app/rendering/page-head.tsx'

import type { Route } from './+types/student-log-in-page'
import { StudentLogin } from './account-rules.ts'
import { accountTexts } from './account-texts.ts'
import { answerLogIn } from './answer-log-in.server.ts'
import { LogInForm } from './log-in-form.tsx'
import { findPurpose } from './log-in-purpose.server.ts'

export const loader = ({ context, url }: Route.LoaderArgs) => findPurpose(context, url)

export const action = (args: Route.ActionArgs) => answerLogIn('student', args)

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), accountTexts.loginFailed)

export default function StudentLogInPage({ loaderData: purpose, actionData }: Route.ComponentProps) {
  const { search } = useLocation() // the page to open after log-in: passed on to sign-up
  return (
    <main id="content" className="mx-auto w-full max-w-auth px-4 py-5 md:py-12">
      <PageHead
        title="Student Login"
        description="Log in as a student to buy and sell books, novels, notes and courses, and to see your orders."
        path="/login"
      />
      <h1>Student Login</h1>
      {purpose && <p className="mt-2 text-ink-soft">Log in to {purpose}</p>}
      <LogInForm schema={StudentLogin} answer={actionData} signedUpText={accountTexts.studentSignedUp} />
      <p className="mt-6">
        New here?{' '}
        <Link to={`/UserSignUp${search}`} className="inline-flex min-h-11 items-center font-medium text-accent-ink">
          Create New Account
        </Link>
      </p>
    </main>
  )
}
