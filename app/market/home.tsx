import type { RequestAnswer } from '#app/book-requests/answer-book-request.server.ts'
import { RequestSection } from '#app/book-requests/request-section.tsx'
import { Features } from '#app/layout/features.tsx'
import { homeTabs } from '#app/posts/browse-tabs.ts'
import { Preview } from '#app/posts/preview/preview.tsx'
import { Cached } from '#app/rendering/cached.tsx'
import { useSiteName } from '#app/rendering/page-title.tsx'
import { TabPanel, Tabs } from '#app/ui/tabs.tsx'

import { LazyPostDialog } from './lazy-post-dialog.tsx'
import { listingModule } from './listing-module.ts'
import type { findFrontPage } from './listing-queries.server.ts'
import type { ListingPage } from './listing.tsx'
import { PostButtonForms } from './post-buttons.tsx'
import type { PostDialogAnswer } from './post-dialog-action.server.ts'
import { Shelf } from './shelf.tsx'
import { Welcome } from './welcome.tsx'

type HomeAnswer = PostDialogAnswer & Partial<RequestAnswer>
type FrontPageData = Awaited<ReturnType<typeof findFrontPage>>

interface HomeProps {
  tab: string | null
  listing: ListingPage | null
  /** Null while a tab is open. */
  front: FrontPageData | null
  answer: HomeAnswer | undefined
}

const summaryOf = (siteName: string) =>
  `${siteName} connects students and sellers in Assam: used and new books, novels, study notes and course materials.`

/** The students' home page: the front page, and a tab for each kind of post. */
export function Home({ tab, listing, front, answer }: HomeProps) {
  const selected = tab ?? 'home'
  const siteName = useSiteName()
  const { Listing } = listingModule.loaded ?? {}
  return (
    <main id="content">
      <title>{`${siteName} · books, novels, notes and courses for students in Assam`}</title>
      <meta name="description" content={summaryOf(siteName)} />
      <Cached of={Tabs} props={{ id: 'browse', label: 'Browse', look: 'thumb', selected, tabs: homeTabs }} />
      <TabPanel of="browse" selected={selected}>
        {tab && Listing && <Listing path="/" tab={tab} page={listing} answer={answer} />}
        {front && <FrontPage front={front} answer={answer} />}
      </TabPanel>
    </main>
  )
}

/** An introduction, the features, the newest novels and notes, and the request form. */
function FrontPage({ front, answer }: { front: FrontPageData; answer: HomeAnswer | undefined }) {
  const { novels, notes, preview, dialogData } = front
  const siteName = useSiteName()
  const isRequest = answer?.isRequest === true
  return (
    <>
      <Welcome siteName={siteName} summary={summaryOf(siteName)} />
      <Cached of={Features} props={{}} />
      <Shelf title="Novels" posts={novels} to="/?tab=novels" all="See all novels" />
      <Shelf title="Note's" posts={notes} to="/?tab=notes" all="See all notes" />
      <RequestSection formKey={front.requestKey} answer={isRequest ? answer : undefined} />
      <PostButtonForms />
      <Preview {...preview} />
      <LazyPostDialog posts={[...novels, ...notes]} dialogData={dialogData} answer={isRequest ? undefined : answer} />
    </>
  )
}
