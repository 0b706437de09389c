import { keepPage } from '#app/platform/keep-page.ts'

import type { Route } from './+types/student-log-in-page'
import { accountTexts, StudentLogin } from './account-rules.ts'
import { LogInForm } from './log-in-form.tsx'
import { answerLogIn } from './log-in-page.server.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Student Login · Puthi' }]

export const action = (args: Route.ActionArgs) => answerLogIn('student', args)

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPage(() => serverAction(), accountTexts.loginFailed)

export default function StudentLogInPage({ actionData }: Route.ComponentProps) {
  return (
    <main id="content" className="mx-auto w-full max-w-auth px-4 py-5 md:py-12">
      <h1>Student Login</h1>
      <LogInForm schema={StudentLogin} answer={actionData} />
    </main>
  )
}
