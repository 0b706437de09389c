import type { RequestAnswer } from '#app/book-requests/answer-book-request.server.ts'
import { Kept } from '#app/platform/kept.tsx'
import { useSiteName } from '#app/platform/page-title.tsx'
import { Preview } from '#app/posts/preview.tsx'
import { usePosts } from '#app/posts/use-posts.ts'
import { TabPanel, Tabs } from '#app/ui/tabs.tsx'

import type { DealAnswer } from './answer-deal.server.ts'
import { homeTabs } from './browse-tabs.ts'
import { DealForms } from './deal-buttons.tsx'
import { Dealings } from './dealings.tsx'
import { Features } from './features.tsx'
import type { findFront } from './listing-queries.server.ts'
import type { ListingPage } from './listing.tsx'
import { listingPart } from './load-listing.ts'
import { RequestSection } from './request-section.tsx'
import { Shelf } from './shelf.tsx'
import { Welcome } from './welcome.tsx'

type FrontAnswer = DealAnswer & Partial<RequestAnswer>
type FrontPage = Awaited<ReturnType<typeof findFront>>

interface HomeProps {
  tab: string | null
  listing: ListingPage | null
  /** Where no tab is open. */
  front: FrontPage | null
  answer: FrontAnswer | undefined
}

const summaryOf = (siteName: string) =>
  `${siteName} connects students and sellers in Assam: used and new books, novels, study notes and course materials.`

/** The students' home page: what the site is, and a tab for each kind of what is for sale. */
export function Home({ tab, listing, front, answer }: HomeProps) {
  const selected = tab ?? 'home'
  const siteName = useSiteName()
  const part = listingPart.loaded
  return (
    <main id="content">
      <title>{`${siteName} · books, novels, notes and courses for students in Assam`}</title>
      <meta name="description" content={summaryOf(siteName)} />
      <Kept by={['tabs of home', selected]}>
        {() => <Tabs id="browse" label="Browse" look="thumb" selected={selected} tabs={homeTabs} />}
      </Kept>
      <TabPanel of="browse" selected={selected}>
        {tab && part && <part.Listing path="/" tab={tab} page={listing} answer={answer} />}
        {front && <Front front={front} answer={answer} />}
      </TabPanel>
    </main>
  )
}

/** What visitors see first: what the site is, what one can do, and the newest of what few others have. */
function Front({ front, answer }: { front: FrontPage; answer: FrontAnswer | undefined }) {
  const { preview, opened } = front
  const siteName = useSiteName()
  const novels = usePosts(front.novels, front.ownIds)
  const notes = usePosts(front.notes, front.ownIds)
  const isRequest = answer?.isRequest === true
  return (
    <>
      <Welcome siteName={siteName} summary={summaryOf(siteName)} />
      <Kept by={['features']}>{() => <Features />}</Kept>
      <Shelf title="Novels" posts={novels} to="/?tab=novels" all="See all novels" />
      <Shelf title="Note's" posts={notes} to="/?tab=notes" all="See all notes" />
      <RequestSection formKey={front.requestKey} answer={isRequest ? answer : undefined} />
      <DealForms />
      <Preview {...preview} />
      <Dealings posts={[...novels, ...notes]} opened={opened} answer={isRequest ? undefined : answer} />
    </>
  )
}
