import { isOutage } from '#app/connection/keep-page-on-failure.ts'
import { browseTabs } from '#app/posts/browse-tabs.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { TabPanel, Tabs } from '#app/ui/tabs.tsx'

import type { Route } from './+types/market-page'
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
    if (!isOutage(error)) throw error
    return { tab: new URL(request.url).searchParams.get('tab') ?? 'books', listing: null, hasFailed: true }
  }
}

/** The lists of the students' home page, for stores. */
export default function MarketPage({ loaderData: { tab, listing } }: Route.ComponentProps) {
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
        {tab && <Listing path="/market" tab={tab} page={listing} />}
      </TabPanel>
    </main>
  )
}
