import { useLocation } from 'react-router'

import { nullOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { browseTabs, findTab } from '#app/posts/browse-tabs.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { TabPanel, Tabs } from '#app/ui/tabs.tsx'

import type { Route } from './+types/market-page'
import { findListing } from './listing-queries.server.ts'
import { Listing } from './listing.tsx'

const defaultTab = 'books'

export function loader({ context, url }: Route.LoaderArgs) {
  const address = new URL(url)
  if (!address.searchParams.has('tab')) address.searchParams.set('tab', defaultTab)
  return findListing(context, address)
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => nullOnFailure(() => serverLoader())

/** The lists of the students' home page, for stores. */
export default function MarketPage({ loaderData }: Route.ComponentProps) {
  const asked = new URLSearchParams(useLocation().search).get('tab') ?? defaultTab
  const { tab, listing } = loaderData ?? { tab: findTab(asked)?.name ?? null, listing: null }
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
