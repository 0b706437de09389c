import { ButtonLink } from '#app/ui/button.tsx'
import { TabPanel, Tabs } from '#app/ui/tabs.tsx'

import { browseTabs } from './browse-tabs.ts'
import { Features } from './features.tsx'
import type { ListingPage } from './listing.tsx'
import { listingPart } from './load-listing.ts'

interface HomeProps {
  tab: string | null
  listing: ListingPage | null
}

/** The students' home page: what Puthi is, and a tab for each kind of what is for sale. */
export function Home({ tab, listing }: HomeProps) {
  const selected = tab ?? 'home'
  const part = listingPart.loaded
  return (
    <main id="content" className="above-thumb-bar">
      <Tabs
        id="browse"
        label="Browse"
        look="thumb"
        selected={selected}
        tabs={[
          { name: 'home', label: 'Home', to: '/', icon: 'home' },
          ...browseTabs.map((one) => ({ ...one, to: `/?tab=${one.name}` })),
        ]}
      />
      <TabPanel of="browse" selected={selected}>
        {tab && part ? <part.Listing path="/" tab={tab} page={listing} /> : <Welcome />}
      </TabPanel>
    </main>
  )
}

function Welcome() {
  return (
    <>
      <section className="bg-leaf">
        <div className="mx-auto w-full max-w-page px-4 pt-7 pb-6 md:px-8 md:pt-12 md:pb-9">
          <p className="text-ink-soft">Welcome to Puthi</p>
          <h1 className="mt-1 mb-3 text-3xl md:mt-2 md:mb-4 md:text-4xl">Pass the book on.</h1>
          <p className="max-w-[60ch] text-ink-soft md:text-lg">
            Puthi connects students and sellers in Assam: used and new books, novels, study notes and course materials.
          </p>
          <div className="mt-5 flex gap-3">
            <ButtonLink to="/?tab=books" variant="main" className="max-md:flex-1">
              Find a book
            </ButtonLink>
            <ButtonLink to="/CreateBooksAndNovels" variant="line" className="min-h-12 bg-paper text-base max-md:flex-1">
              Sell a book
            </ButtonLink>
          </div>
        </div>
        <div className="weave" />
      </section>
      <Features />
    </>
  )
}
