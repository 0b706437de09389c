import { data, Form, useNavigation } from 'react-router'

import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { findLink } from '#app/notices/mail/account-links.server.ts'
import { maskedEmail } from '#app/format/masked.ts'
import { dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'

import type { Route } from './+types/confirm-email-page'
import { accountTexts } from './account-texts.ts'
import { confirmEmail } from './email-state.server.ts'

/** Opening the link confirms nothing: programs that check mails for dangers open links, too. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const link = await findLink(context.get(dbContext), 'e-mail', url.searchParams.get('token'))
  return data({ email: link?.email ? maskedEmail(link.email) : null }, link ? 200 : 410)
}

export async function action({ context, url }: Route.ActionArgs) {
  const db = context.get(dbContext)
  const token = url.searchParams.get('token')
  const link = await findLink(db, 'e-mail', token)
  const isDone = token && link?.email ? await confirmEmail(db, token, { ...link, email: link.email }) : false
  return data({ isDone }, isDone ? 200 : 410)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), accountTexts.emailNotConfirmed)

/** The link is used up by then: what was loaded with it stays. */
export const shouldRevalidate = () => false

export default function ConfirmEmailPage({ loaderData: { email }, actionData }: Route.ComponentProps) {
  const isSending = useNavigation().state === 'submitting'
  const isDone = actionData !== undefined && 'isDone' in actionData && actionData.isDone
  const notice = actionData !== undefined && 'notice' in actionData ? actionData.notice : null
  return (
    <main id="content" className="mx-auto grid w-full max-w-auth justify-items-start gap-4 px-4 py-5 md:py-12">
      <PageTitle>Confirm your e-mail address</PageTitle>
      <h1>Confirm your e-mail address</h1>
      {isDone ? (
        <>
          <InlineNotice kind="success" text={accountTexts.emailConfirmed} />
          <ButtonLink to="/" variant="line">
            Go on
          </ButtonLink>
        </>
      ) : email ? (
        <>
          <p>{`Is ${email} your address? Then we write to you there about your orders, and help you back in if you forget your password.`}</p>
          {notice && <InlineNotice {...notice} />}
          <Form method="post">
            <Button type="submit" variant="main" busy={isSending}>
              {isSending ? 'Confirming...' : 'Yes, it is mine'}
            </Button>
          </Form>
        </>
      ) : (
        <p>This link was used, is older than 7 days, or is for another address. Your profile sends you a new one.</p>
      )}
    </main>
  )
}
