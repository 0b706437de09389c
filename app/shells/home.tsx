import { ButtonLink } from '#app/ui/button.tsx'

import { Features } from './features.tsx'

export function Home() {
  return (
    <main id="content">
      <section className="bg-leaf">
        <div className="mx-auto w-full max-w-page px-4 pt-7 pb-6 md:px-8 md:pt-12 md:pb-9">
          <p className="text-ink-soft">Welcome to Puthi</p>
          <h1 className="mt-1 mb-3 text-3xl md:mt-2 md:mb-4 md:text-4xl">Pass the book on.</h1>
          <p className="max-w-[60ch] text-ink-soft md:text-lg">
            Puthi connects students and sellers in Assam: used and new books, novels, study notes and course materials.
          </p>
          <div className="mt-5 flex gap-3">
            <ButtonLink to="/CreateBooksAndNovels" variant="line" className="bg-paper">
              Sell a book
            </ButtonLink>
          </div>
        </div>
        <div className="weave" />
      </section>
      <Features />
    </main>
  )
}
