import type { RequestAnswer } from '#app/book-requests/answer-book-request.server.ts'
import { RequestSection } from '#app/book-requests/request-section.tsx'
import { Features } from '#app/layout/features.tsx'
import { homeTabs } from '#app/posts/browse-tabs.ts'
import { siteSummary } from '#app/posts/sharing/site-summary.ts'
import { Cached } from '#app/rendering/cached.tsx'
import { lazyPart } from '#app/rendering/lazy-part.tsx'
import { useSiteName } from '#app/rendering/page-title.tsx'
import { TabPanel, Tabs } from '#app/ui/tabs.tsx'

import { HomeHead } from './home-head.tsx'
import type { findFrontPage } from './listing-queries.server.ts'
import type { ListingPage } from './listing.tsx'
import { PostButtonForms } from './post-buttons.tsx'
import { Shelf } from './shelf.tsx'
import { Welcome } from './welcome.tsx'

export const Listing = lazyPart(async () => (await import('./listing.tsx')).Listing)

type FrontPageData = Awaited<ReturnType<typeof findFrontPage>>

interface HomeProps {
  tab: string | null
  listing: ListingPage | null
  /** Null while a tab is open. */
  front: FrontPageData | null
  answer: RequestAnswer | undefined
}

/** The students' home page: the front page, and a tab for each kind of post. */
export function Home({ tab, listing, front, answer }: HomeProps) {
  const selected = tab ?? 'home'
  return (
    <main id="content">
      <HomeHead tab={tab} />
      <Cached of={Tabs} props={{ id: 'browse', label: 'Browse', look: 'thumb', selected, tabs: homeTabs }} />
      <TabPanel of="browse" selected={selected}>
        {tab && <Listing path="/" tab={tab} page={listing} />}
        {front && <FrontPage front={front} answer={answer} />}
      </TabPanel>
    </main>
  )
}

/** An introduction, the newest books, novels and notes, the features, and the request form. */
function FrontPage({ front, answer }: { front: FrontPageData; answer: RequestAnswer | undefined }) {
  const { books, novels, notes } = front
  const siteName = useSiteName()
  return (
    <>
      <div className="max-md:flex max-md:flex-col">
        <Welcome siteName={siteName} summary={siteSummary(siteName)} />
        <div className="pt-4 max-md:order-2 md:pt-8">
          <Shelf title="Books" posts={books} to="/?tab=books" all="See all books" />
          <Shelf title="Novels" posts={novels} to="/?tab=novels" all="See all novels" />
          <Shelf title="Note's" posts={notes} to="/?tab=notes" all="See all notes" />
        </div>
      </div>
      <Cached of={Features} props={{}} />
      <RequestSection formKey={front.requestKey} answer={answer} />
      <PostButtonForms />
    </>
  )
}
