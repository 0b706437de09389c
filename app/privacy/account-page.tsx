import { data, Form, redirect } from 'react-router'

import { type AccountKind, may } from '#app/access/role-rules.ts'
import { accountTexts, lockedText } from '#app/accounts/account-texts.ts'
import { sessionEndHeaders } from '#app/accounts/session-cookie.server.ts'
import { signedInViewer } from '#app/access/viewer.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { tooManyRequests } from '#app/limits/refuse-too-many.server.ts'
import { addressContext, configContext, dbContext } from '#app/platform/context.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'

import type { Route } from './+types/account-page'
import { type AccountCounts, countAccountData } from './account-data-queries.server.ts'
import { deleteAccount } from './delete-account.server.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = signedInViewer(context)
  const counts = await countAccountData(context.get(dbContext), viewer)
  return { kind: viewer.kind, counts, isDeleting: url.searchParams.has('delete') }
}

export async function action({ context, request }: Route.ActionArgs) {
  const viewer = signedInViewer(context)
  const password = (await readFormData(request)).get('password')
  if (typeof password !== 'string' || !password) return data({ error: accountTexts.passwordToDelete }, 400)

  const address = context.get(addressContext)
  const result = await deleteAccount(context.get(dbContext), { viewer, password, address })
  if (typeof result === 'object') {
    return data({ error: lockedText(result.lockedSeconds) }, tooManyRequests(context, result.lockedSeconds))
  }
  if (result === 'wrong password') return data({ error: accountTexts.wrongPassword }, 401)
  throw redirect('/account/deleted', { status: 303, headers: sessionEndHeaders(context.get(configContext)) })
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
              One file with all that we keep about you: your account, your posts, comments, orders, requests, messages,
              notices and saved posts, and the addresses of your pictures and PDFs. It is JSON, a text that programs
              read.
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
  kind: AccountKind
  counts: AccountCounts
  error: string | undefined
}

/** Its form makes a full page load, which discards all loaded data of the person. */
function Deletion({ kind, counts, error }: DeletionProps) {
  const { goes, stays } = describeDeletion(kind, counts)
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

function describeDeletion(kind: AccountKind, counts: AccountCounts) {
  const counted = (n: number, one: string, many: string) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`
  const isStudent = may(kind, 'share PDFs')
  return {
    goes: [
      isStudent
        ? 'Your account: name, class, college, district, phone, e-mail, password and id. You are logged out everywhere.'
        : 'Your account: name, district, address, phone, e-mail, password and picture. You are logged out everywhere.',
      `${counted(counts.posts, 'post', 'posts')} of yours with pictures${isStudent ? ' and PDFs' : ''}, and what others said under them. The files are removed within 10 minutes.`,
      `${counted(counts.comments, 'comment', 'comments')} of yours.`,
      `Your list of ${counted(counts.saved, 'saved post', 'saved posts')}, your notices, and your address for purchases.`,
      `The list of ${counted(counts.ordersReceived, 'order', 'orders')} that you received. Deliver what you owe first: you cannot look it up afterwards.`,
      ...(isStudent
        ? [
            `${counted(counts.requests, 'request', 'requests')} for a book, and ${counted(counts.messages, 'message', 'messages')} that you wrote to us while logged in.`,
          ]
        : []),
    ],
    stays: [
      `${counted(counts.ordersPlaced, 'order', 'orders')} that you placed: the seller keeps the name, phone and address you gave for it, to deliver, but no longer sees whose account it was. Who bought from you keeps what was bought, when, and for how much.`,
      'Our backups hold your data until they are thrown away.',
      'The phone number is free: you can sign up with it again.',
    ],
  }
}
