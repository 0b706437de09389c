import { data, Form, redirect } from 'react-router'

import { comeBackAfter } from '#app/platform/come-back-after.server.ts'
import { addressContext, configContext, dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/platform/page-title.tsx'
import { sentForm } from '#app/platform/sent-form.server.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'

import type { Route } from './+types/account-page'
import { type AccountCounts, countAccountData } from './account-data-queries.server.ts'
import { accountTexts, lockedText } from './account-texts.ts'
import { deleteAccount } from './delete-account.server.ts'
import { forgetSession } from './session-cookie.server.ts'
import { viewerContext } from './viewer.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext)
  if (!viewer) throw data(null, 404)
  const counts = await countAccountData(context.get(dbContext), viewer)
  return { kind: viewer.kind, counts, isDeleting: url.searchParams.has('delete') }
}

export async function action({ context, request }: Route.ActionArgs) {
  const viewer = context.get(viewerContext)
  if (!viewer) throw data(null, 404)
  const password = (await sentForm(request)).get('password')
  if (typeof password !== 'string' || !password) return data({ error: accountTexts.passwordToDelete }, 400)

  const address = context.get(addressContext)
  const result = await deleteAccount(context.get(dbContext), { viewer, password, address })
  if (typeof result === 'object') {
    return data({ error: lockedText(result.lockedSeconds) }, comeBackAfter(context, result.lockedSeconds))
  }
  if (result === 'wrong password') return data({ error: accountTexts.wrongPassword }, 401)
  throw redirect('/account/deleted', { status: 303, headers: forgetSession(context.get(configContext)) })
}

export default function AccountPage({ loaderData: { kind, counts, isDeleting }, actionData }: Route.ComponentProps) {
  return (
    <main id="content" className="mx-auto grid w-full max-w-form gap-8 px-4 py-5 md:py-12">
      <PageTitle>Your data</PageTitle>
      <h1>Your data</h1>
      {isDeleting ? (
        <Deletion kind={kind} counts={counts} error={actionData?.error} />
      ) : (
        <>
          <section className="grid justify-items-start gap-3">
            <h2>Download it</h2>
            <p>
              One file with all that we keep about you: your account, your posts, comments, orders, requests and
              messages, and the addresses of your pictures and PDFs. It is JSON, a text that programs read.
            </p>
            <ButtonLink to="/account/data" reloadDocument download variant="line">
              Download your data
            </ButtonLink>
          </section>
          <section className="grid justify-items-start gap-3 border-t border-rule pt-6">
            <h2>Delete your account</h2>
            <p>You read what goes and what stays, and are asked for your password.</p>
            <ButtonLink to="?delete=on" variant="bad" className="-ml-4">
              Delete your account
            </ButtonLink>
          </section>
        </>
      )}
    </main>
  )
}

interface DeletionProps {
  kind: 'student' | 'store'
  counts: AccountCounts
  error: string | undefined
}

/** A full load, so that nothing of the person's pages stays. */
function Deletion({ kind, counts, error }: DeletionProps) {
  const { goes, stays } = whatHappens(kind, counts)
  return (
    <section className="grid gap-4">
      <h2>Delete your account?</h2>
      <div>
        <h3 className="text-base">What goes, at once and for good</h3>
        <ul className="mt-1 list-disc pl-5">
          {goes.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <div>
        <h3 className="text-base">What stays</h3>
        <ul className="mt-1 list-disc pl-5">
          {stays.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <Form method="post" reloadDocument noValidate className="grid gap-4.5">
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          error={error}
          className="max-w-auth"
        />
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/account" variant="line" className="min-h-12">
            Keep my account
          </ButtonLink>
          <Button type="submit" variant="bad" className="min-h-12">
            Delete my account
          </Button>
        </div>
      </Form>
    </section>
  )
}

function whatHappens(kind: 'student' | 'store', counts: AccountCounts) {
  const some = (count: number, one: string, many: string) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`
  const isStudent = kind === 'student'
  return {
    goes: [
      isStudent
        ? 'Your account: name, class, college, phone, e-mail, password and id. You are logged out everywhere.'
        : 'Your account: name, district, address, phone, e-mail, password and picture. You are logged out everywhere.',
      `${some(counts.posts, 'post', 'posts')} of yours with pictures${isStudent ? ' and PDFs' : ''}, and what others said under them. The files are removed within 10 minutes.`,
      `${some(counts.comments, 'comment', 'comments')} of yours.`,
      `${some(counts.received, 'order', 'orders')} that you received. Deliver what you owe first: you cannot look it up afterwards.`,
      ...(isStudent
        ? [
            `${some(counts.requests, 'request', 'requests')} for a book, and ${some(counts.messages, 'message', 'messages')} that you wrote to us while logged in.`,
          ]
        : []),
    ],
    stays: [
      `${some(counts.placed, 'order', 'orders')} that you placed: the seller keeps the name, phone and address you gave for it, to deliver, but no longer sees whose account it was.`,
      'Our backups hold your data until they are thrown away.',
      'The phone number is free: you can sign up with it again.',
    ],
  }
}
