import { data, Form, Link, redirect, type RouterContextProvider, useLocation } from 'react-router'

import { may } from '#app/access/role-rules.ts'
import { myRequestsPath } from '#app/access/paths.ts'
import { signedInViewer } from '#app/access/viewer.ts'
import { useRole } from '#app/accounts/use-viewer.ts'
import { listBookRequests } from '#app/book-requests/book-request-queries.server.ts'
import { RequestChange, requestChangeLimit } from '#app/book-requests/book-request-rules.ts'
import { requestPath } from '#app/book-requests/book-request-texts.ts'
import { changeBookRequest } from '#app/book-requests/change-book-request.server.ts'
import { RequestCard } from '#app/book-requests/request-card.tsx'
import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { type Answer, readForm } from '#app/forms/forms.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import { answerTooMany, refuseTooMany, senderOf } from '#app/limits/refuse-too-many.server.ts'
import { dbContext } from '#app/platform/context.ts'
import { isId } from '#app/platform/ids.server.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { listSavedSearches, stopSearchById } from '#app/saved-searches/save-search.server.ts'
import { findRefusalText } from '#app/saved-searches/saved-search-texts.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'

import type { Route } from './+types/my-requests-page'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const viewer = signedInViewer(context)
  const db = context.get(dbContext)
  const before = searchParams.get('before')
  return {
    ...(await listBookRequests(db, viewer, before)),
    isFirstPage: before === null,
    searches: before === null ? await listSavedSearches(db, viewer) : [],
    refusal: findRefusalText(searchParams.get('refused')),
  }
}

export async function action({ context, request, url: { searchParams } }: Route.ActionArgs) {
  const before = searchParams.get('before')
  const searchId = searchParams.get('search')
  const refused =
    searchId === null
      ? await answerRequestChange(context, request, searchParams.get('request') ?? '')
      : await answerStop(context, searchId)
  if (refused) return refused
  throw redirect(isId(before) ? `${myRequestsPath}?before=${before}` : myRequestsPath, 303)
}

type Context = Readonly<RouterContextProvider>

async function answerRequestChange(context: Context, request: Request, id: string) {
  const viewer = signedInViewer(context)
  const form = readForm(RequestChange, await readFormData(request))
  if (!form.ok) throw data(null, 400)
  const tooMany = await refuseTooMany(context.get(dbContext), requestChangeLimit, senderOf(context, viewer.id))
  if (tooMany) return answerTooMany(context, tooMany)
  if (!(await changeBookRequest(context.get(dbContext), viewer, id, form.values))) throw data(null, 404)
  return null
}

async function answerStop(context: Context, id: string) {
  if (!(await stopSearchById(context.get(dbContext), signedInViewer(context), id))) throw data(null, 404)
  return null
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), 'This was not saved. Please try again.')

type Loaded = Route.ComponentProps['loaderData']

export default function MyRequestsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { requests, next, isFirstPage, searches, refusal } = loaderData
  const answer: Answer | undefined = actionData
  return (
    <main id="content" className="mx-auto grid w-full max-w-form gap-8 px-4 pt-5 pb-12 md:px-8">
      <PageTitle>My Requests</PageTitle>
      <section className="grid gap-4">
        <h1>My Requests</h1>
        {answer?.notice && <InlineNotice {...answer.notice} />}
        {refusal && <InlineNotice kind="invalid" text={refusal} />}
        {requests.length === 0 ? (
          <NoRequests isFirstPage={isFirstPage} />
        ) : (
          requests.map((request) => <RequestCard key={request.id} request={request} />)
        )}
        {next && (
          <ButtonLink to={`?before=${next}`} variant="line" className="justify-self-center">
            Older requests
          </ButtonLink>
        )}
      </section>
      {isFirstPage && <SavedSearches searches={searches} />}
    </main>
  )
}

function NoRequests({ isFirstPage }: { isFirstPage: boolean }) {
  const { pathname } = useLocation()
  const role = useRole()
  if (!isFirstPage)
    return (
      <EmptyState
        title="No older requests"
        action={
          <ButtonLink to={pathname} variant="line">
            See the newest
          </ButtonLink>
        }
      />
    )
  if (!may(role, 'request books'))
    return <p className="text-ink-soft">Students ask for books. You can save a search.</p>
  return (
    <EmptyState
      title="Nothing asked for yet"
      text="Tell us which book you need. Our team looks for it, and you hear of every copy that appears."
      action={
        <ButtonLink to={requestPath('')} variant="line">
          Request a book
        </ButtonLink>
      }
    />
  )
}

function SavedSearches({ searches }: Pick<Loaded, 'searches'>) {
  return (
    <section className="grid gap-3 border-t border-rule pt-6">
      <h2>Saved searches</h2>
      {searches.length === 0 ? (
        <p className="text-ink-soft">
          {'Press “Tell me when something appears” on a search, and you hear of new posts once a day. '}
          <Link to="/search">Search</Link>
        </p>
      ) : (
        <ul className="border-b border-rule">
          {searches.map(({ id, query, title }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 border-t border-rule py-1">
              <Link
                to={`/search?${query}&sort=newest`}
                className="flex min-h-11 min-w-0 flex-1 basis-40 items-center font-medium"
              >
                <span className="line-clamp-3 wrap-anywhere">{title}</span>
              </Link>
              <Form method="post" action={`${myRequestsPath}?search=${id}`} preventScrollReset>
                <Button type="submit">
                  Stop
                  <span className="sr-only"> {title}</span>
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
