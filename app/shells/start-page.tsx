import { data, type ShouldRevalidateFunctionArgs } from 'react-router'

import { answerStoreProfile } from '#app/accounts/answer-store-profile.server.ts'
import { findStore } from '#app/accounts/store-queries.server.ts'
import { viewerContext } from '#app/accounts/viewer.ts'
import { dbContext } from '#app/platform/context.ts'
import { isBreakdown } from '#app/platform/keep-page.ts'
import { changesOnly } from '#app/platform/same-page.ts'

import type { Route } from './+types/start-page'
import { Home } from './home.tsx'
import { findListing } from './listing-queries.server.ts'
import { listingPart, loadListing } from './load-listing.ts'
import { storeSide } from './load-store-side.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData?.store
    ? [{ title: 'Bookstore Profile · Puthi' }]
    : [
        { title: 'Puthi · books, novels, notes and courses for students in Assam' },
        {
          name: 'description',
          content:
            'Puthi connects students and sellers in Assam: used and new books, novels, study notes and course materials.',
        },
      ]

/** One address, two pages: the students' home, and a store's profile. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext)
  if (viewer?.kind !== 'store') {
    return { store: null, isEditing: false, isSaved: false, ...(await findListing(context, url)), hasFailed: false }
  }
  const store = await findStore(context.get(dbContext), viewer.id)
  const isEditing = url.searchParams.has('edit')
  return { store, isEditing, isSaved: url.searchParams.has('saved'), tab: null, listing: null, hasFailed: false }
}

export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) =>
  changesOnly(['preview', 'pdf'], args) ? false : args.defaultShouldRevalidate

export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  const tab = new URL(request.url).searchParams.get('tab')
  try {
    const [loaded] = await Promise.all([serverLoader(), tab && loadListing()])
    return { ...loaded, hasFailed: false }
  } catch (error) {
    if (!tab || !listingPart.loaded || !isBreakdown(error)) throw error
    return { store: null, isEditing: false, isSaved: false, tab, listing: null, hasFailed: true }
  }
}

export async function action(args: Route.ActionArgs) {
  const viewer = args.context.get(viewerContext)
  if (viewer?.kind !== 'store') throw data(null, 404)
  return answerStoreProfile(viewer, args)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  storeSide.parts ? storeSide.parts.keepProfile(() => serverAction()) : serverAction()

export default function StartPage({ loaderData, actionData }: Route.ComponentProps) {
  const { store, isEditing, isSaved, ...list } = loaderData
  if (!store || !storeSide.parts) return <Home {...list} />
  const { StoreProfile } = storeSide.parts
  return <StoreProfile store={store} isEditing={isEditing} isSaved={isSaved} answer={actionData} />
}
