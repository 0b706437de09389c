import { Link } from 'react-router'

import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { PageHead } from '#app/rendering/page-head.tsx'

import type { Route } from './+types/store-log-in-page'
import { StoreLogin } from './account-rules.ts'
import { accountTexts } from './account-texts.ts'
import { answerLogIn } from './answer-log-in.server.ts'
import { LogInForm } from './log-in-form.tsx'

export const action = (args: Route.ActionArgs) => answerLogIn('store', args)

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), accountTexts.loginFailed)

export default function StoreLogInPage({ actionData }: Route.ComponentProps) {
  return (
    <main id="content" className="mx-auto w-full max-w-auth px-4 py-5 md:py-12">
      <PageHead
        title="Store Login"
        description="Log in as a book store in Assam to list books and novels and to see your orders."
        path="/slogin"
      />
      <h1>Store Login</h1>
      <LogInForm schema={StoreLogin} answer={actionData} signedUpText={accountTexts.storeSignedUp} />
      <p className="mt-6">
        Your store is not here yet?{' '}
        <Link to="/sSignup" className="inline-flex min-h-11 items-center font-medium text-accent-ink">
          Book Store SignUp
        </Link>
      </p>
    </main>
  )
}
