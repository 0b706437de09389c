import { data, Form } from 'react-router'

import { noticesPath } from '#app/access/paths.ts'
import { dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'

import type { Route } from './+types/unsubscribe-page'
import { noticeKinds } from '../notice-rules.ts'
import { readUnsubscribe, unsubscribe } from './unsubscribe.server.ts'

/** Opening the link changes nothing: programs that check mails for dangers open links, too. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const link = await readUnsubscribe(context.get(dbContext), url.searchParams)
  if (!link) throw data(null, 404)
  return { kind: noticeKinds[link.kind].label }
}

/**
 * Switches off mails of the link's kind. The page's button sends this form, and so does a mail program's own Unsubscribe
 * button (RFC 8058). The link proves that its sender has the mail: no log-in is needed.
 */
export async function action({ context, url }: Route.ActionArgs) {
  const db = context.get(dbContext)
  const link = await readUnsubscribe(db, url.searchParams)
  if (!link) throw data(null, 404)
  await unsubscribe(db, link)
  return { isDone: true }
}

export default function UnsubscribePage({ loaderData: { kind }, actionData }: Route.ComponentProps) {
  return (
    <main id="content" className="mx-auto grid w-full max-w-auth justify-items-start gap-4 px-4 py-5 md:py-12">
      <PageTitle>Mails to you</PageTitle>
      <h1>Mails to you</h1>
      {actionData?.isDone ? (
        <>
          <output className="block">{`${kind} no longer come to you by mail. In the app you still see them.`}</output>
          <ButtonLink to={`${noticesPath}#settings`} variant="line">
            See all settings
          </ButtonLink>
        </>
      ) : (
        <>
          <p>{`${kind} come to you by mail. Shall that end?`}</p>
          <Form method="post">
            <Button type="submit" variant="main">
              No more of these mails
            </Button>
          </Form>
        </>
      )}
    </main>
  )
}
