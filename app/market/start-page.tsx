import { data, useLocation } from 'react-router'

import { may } from '#app/access/role-rules.ts'
import { signedInViewer, viewerContext } from '#app/access/viewer.ts'
import { profileTexts } from '#app/accounts/profile-texts.ts'
import { answerStoreProfile } from '#app/accounts/answer-store-profile.server.ts'
import { findStoreProfile } from '#app/accounts/find-store-profile.server.ts'
import { answerBookRequest } from '#app/book-requests/answer-book-request.server.ts'
import { bookRequestTexts } from '#app/book-requests/book-request-texts.ts'
import { keepPageOnFailure, nullOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { findTab } from '#app/posts/browse-tabs.ts'
import { lazyPart } from '#app/rendering/lazy-part.tsx'

import type { Route } from './+types/start-page'
import { Home, Listing } from './home.tsx'
import { findFrontPage, findListing } from './listing-queries.server.ts'

const StoreProfile = lazyPart(async () => (await import('#app/accounts/store-profile.tsx')).StoreProfile)

/** One URL, two pages: the students' home page (home.tsx), and a store's profile (store-profile.tsx). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext)
  if (viewer && may(viewer.kind, 'keep a store profile')) {
    const profile = await findStoreProfile(context, viewer.id, url)
    if (!profile) throw data(null, 404)
    return { profile, tab: null, listing: null, front: null }
  }
  const list = await findListing(context, url)
  const front = list.tab === null ? await findFrontPage(context) : null
  return { profile: null, ...list, front }
}

export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  if (tabOf(new URL(request.url)) === null) return serverLoader()
  const [list] = await Promise.all([nullOnFailure(() => serverLoader()), Listing.load()])
  return list
}

const tabOf = ({ search }: { search: string }) => findTab(new URLSearchParams(search).get('tab'))?.name ?? null

const isRequest = (url: URL) => url.searchParams.has('request')

export const action = (args: Route.ActionArgs) =>
  isRequest(args.url)
    ? answerBookRequest(args.context, args.request)
    : answerStoreProfile(signedInViewer(args.context), args)

export const clientAction = ({ serverAction, request }: Route.ClientActionArgs) =>
  keepPageOnFailure(
    () => serverAction(),
    isRequest(new URL(request.url)) ? bookRequestTexts.failed : profileTexts.notSaved,
  )

export default function StartPage({ loaderData, actionData }: Route.ComponentProps) {
  const tab = tabOf(useLocation())
  if (!loaderData) return <Home tab={tab} listing={null} front={null} answer={undefined} />
  const { profile, ...home } = loaderData
  return profile ? <StoreProfile {...profile} answer={actionData} /> : <Home {...home} answer={actionData} />
}
