import { may } from '#app/access/role-rules.ts'
import { answerStoreProfile } from '#app/accounts/answer-store-profile.server.ts'
import { findStore } from '#app/accounts/store-queries.server.ts'
import { signedInViewer, viewerContext } from '#app/access/viewer.ts'
import { answerBookRequest } from '#app/book-requests/answer-book-request.server.ts'
import { bookRequestTexts } from '#app/book-requests/book-request-texts.ts'
import { bookRequestFormModule } from '#app/book-requests/book-request-form-module.ts'
import { isOutage, keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { storeSideModule } from '#app/layout/store-side-module.ts'
import { configContext, dbContext } from '#app/platform/context.ts'

import type { Route } from './+types/start-page'
import { Home } from './home.tsx'
import { listingModule } from './listing-module.ts'
import { findFrontPage, findListing } from './listing-queries.server.ts'

const noStore = { store: null, isEditing: false, isSaved: false }

/** One URL, two pages: the students' home page, and a store's profile. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext)
  if (!viewer || !may(viewer.kind, 'keep a store profile')) {
    const list = await findListing(context, url)
    const front = list.tab === null ? await findFrontPage(context) : null
    return { ...noStore, ...list, front, hasFailed: false }
  }
  const store = await findStore(context.get(dbContext), viewer.id)
  const isEditing = url.searchParams.has('edit')
  const isSaved = url.searchParams.has('saved')
  const hasMail = context.get(configContext).mailServer !== null
  return {
    store: store && { ...store, hasMail },
    isEditing,
    isSaved,
    tab: null,
    listing: null,
    front: null,
    hasFailed: false,
  }
}

export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  const tab = new URL(request.url).searchParams.get('tab')
  try {
    const [loaded] = await Promise.all([serverLoader(), tab && listingModule.load()])
    if (loaded.front?.requestKey) await bookRequestFormModule.load()
    return { ...loaded, hasFailed: false }
  } catch (error) {
    if (!tab || !listingModule.loaded || !isOutage(error)) throw error
    return { ...noStore, tab, listing: null, front: null, hasFailed: true }
  }
}

export async function action(args: Route.ActionArgs) {
  const { searchParams } = args.url
  if (searchParams.has('request')) return answerBookRequest(args.context, args.request)
  return answerStoreProfile(signedInViewer(args.context), args)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  storeSideModule.loaded
    ? storeSideModule.loaded.keepProfileOnFailure(() => serverAction())
    : keepPageOnFailure(() => serverAction(), bookRequestTexts.failed)

export default function StartPage({ loaderData, actionData }: Route.ComponentProps) {
  const { store, isEditing, isSaved, ...list } = loaderData
  if (!store || !storeSideModule.loaded) return <Home {...list} answer={actionData} />
  const { StoreProfile } = storeSideModule.loaded
  return <StoreProfile store={store} isEditing={isEditing} isSaved={isSaved} answer={actionData} />
}
