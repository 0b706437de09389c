import type { ShouldRevalidateFunctionArgs } from 'react-router'

import { answerStoreProfile } from '#app/accounts/answer-store-profile.server.ts'
import { findStore } from '#app/accounts/store-queries.server.ts'
import { viewerContext } from '#app/accounts/viewer.ts'
import { answerBookRequest } from '#app/book-requests/answer-book-request.server.ts'
import { dbContext } from '#app/platform/context.ts'
import { isBreakdown, keepPage } from '#app/platform/keep-page.ts'
import { changesOnly } from '#app/platform/same-page.ts'

import type { Route } from './+types/start-page'
import { answerDeal } from './answer-deal.server.ts'
import { dealFailed, dealParts } from './deal-address.ts'
import { Home } from './home.tsx'
import { findFront, findListing } from './listing-queries.server.ts'
import { listingPart } from './load-listing.ts'
import { requestPart } from './load-request.ts'
import { storeSide } from './load-store-side.ts'

const noStore = { store: null, isEditing: false, isSaved: false }

/** One address, two pages: the students' home, and a store's profile. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext)
  if (viewer?.kind !== 'store') {
    const list = await findListing(context, url)
    const front = list.tab === null ? await findFront(context, url) : null
    return { ...noStore, ...list, front, hasFailed: false }
  }
  const store = await findStore(context.get(dbContext), viewer.id)
  const isEditing = url.searchParams.has('edit')
  const isSaved = url.searchParams.has('saved')
  return { store, isEditing, isSaved, tab: null, listing: null, front: null, hasFailed: false }
}

export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) =>
  changesOnly(dealParts, args) ? false : args.defaultShouldRevalidate

export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  const tab = new URL(request.url).searchParams.get('tab')
  try {
    const [loaded] = await Promise.all([serverLoader(), tab && listingPart.load()])
    if (loaded.front?.requestKey) await requestPart.load()
    return { ...loaded, hasFailed: false }
  } catch (error) {
    if (!tab || !listingPart.loaded || !isBreakdown(error)) throw error
    return { ...noStore, tab, listing: null, front: null, hasFailed: true }
  }
}

export async function action(args: Route.ActionArgs) {
  const viewer = args.context.get(viewerContext)
  if (viewer?.kind === 'store') return answerStoreProfile(viewer, args)
  return args.url.searchParams.has('request') ? answerBookRequest(args.context, args.request) : answerDeal(args)
}

export const clientAction = ({ serverAction, request }: Route.ClientActionArgs) =>
  storeSide.loaded
    ? storeSide.loaded.keepProfile(() => serverAction())
    : keepPage(() => serverAction(), dealFailed(request))

export default function StartPage({ loaderData, actionData }: Route.ComponentProps) {
  const { store, isEditing, isSaved, ...list } = loaderData
  if (!store || !storeSide.loaded) return <Home {...list} answer={actionData} />
  const { StoreProfile } = storeSide.loaded
  return <StoreProfile store={store} isEditing={isEditing} isSaved={isSaved} answer={actionData} />
}
