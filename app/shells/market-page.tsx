import type { ShouldRevalidateFunctionArgs } from 'react-router'

import { isBreakdown, keepPage } from '#app/platform/keep-page.ts'
import { PageTitle } from '#app/platform/page-title.tsx'
import { changesOnly } from '#app/platform/same-page.ts'
import { TabPanel, Tabs } from '#app/ui/tabs.tsx'

import type { Route } from './+types/market-page'
import { browseTabs } from './browse-tabs.ts'
import { answerDeal } from './answer-deal.server.ts'
import { dealFailed, dealParts } from './deal-address.ts'
import { findListing } from './listing-queries.server.ts'
import { Listing } from './listing.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const address = new URL(url)
  if (!address.searchParams.has('tab')) address.searchParams.set('tab', 'books')
  return { ...(await findListing(context, address)), hasFailed: false }
}

export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader()
  } catch (error) {
    if (!isBreakdown(error)) throw error
    return { tab: new URL(request.url).searchParams.get('tab') ?? 'books', listing: null, hasFailed: true }
  }
}

export const action = answerDeal

export const clientAction = ({ serverAction, request }: Route.ClientActionArgs) =>
  keepPage(() => serverAction(), dealFailed(request))

export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) =>
  changesOnly(dealParts, args) ? false : args.defaultShouldRevalidate

/** What students find on their home page, for stores. */
export default function MarketPage({ loaderData: { tab, listing }, actionData }: Route.ComponentProps) {
  return (
    <main id="content">
      <PageTitle>Marketplace</PageTitle>
      <Tabs
        id="browse"
        label="Marketplace"
        look="thumb"
        selected={tab ?? ''}
        tabs={browseTabs.map((one) => ({ ...one, to: `/market?tab=${one.name}` }))}
      />
      <TabPanel of="browse" selected={tab ?? ''}>
        {tab && <Listing path="/market" tab={tab} page={listing} answer={actionData} />}
      </TabPanel>
    </main>
  )
}
