import { keepPage } from '#app/platform/keep-page.ts'

import type { Route } from './+types/store-log-in-page'
import { accountTexts, StoreLogin } from './account-rules.ts'
import { LogInForm } from './log-in-form.tsx'
import { answerLogIn } from './log-in-page.server.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Store Login · Puthi' }]

export const action = (args: Route.ActionArgs) => answerLogIn('store', args)

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPage(() => serverAction(), accountTexts.loginFailed)

export default function StoreLogInPage({ actionData }: Route.ComponentProps) {
  return (
    <main id="content" className="mx-auto w-full max-w-auth px-4 py-5 md:py-12">
      <h1>Store Login</h1>
      <LogInForm schema={StoreLogin} answer={actionData} />
    </main>
  )
}
