import boat from '#app/layout/scenes/boat.svg?no-inline'
import books from '#app/layout/scenes/books.svg?no-inline'
import leaves from '#app/layout/scenes/leaves.svg?no-inline'
import stall from '#app/layout/scenes/stall.svg?no-inline'
import { ButtonLink } from '#app/ui/button.tsx'
import { Carousel } from '#app/ui/carousel.tsx'

const scenes = [
  { url: books, alt: 'A pile of books with a gamosa laid over it' },
  { url: leaves, alt: 'Long leaves of an old manuscript with study notes on them' },
  { url: stall, alt: 'A small book stall' },
  { url: boat, alt: 'A country boat carrying books across the river' },
]

interface WelcomeProps {
  siteName: string
  summary: string
}

/** On phones the newest books stand between the text and the pictures: both are items of the front page's column. */
export function Welcome({ siteName, summary }: WelcomeProps) {
  return (
    <section className="bg-leaf max-md:contents">
      <div className="mx-auto w-full max-w-page max-md:contents md:grid md:grid-cols-[5fr_6fr] md:items-center md:gap-16 md:px-8 md:pt-12 md:pb-9">
        <div className="max-md:order-1 max-md:bg-leaf max-md:px-4 max-md:py-6">
          <p className="text-ink-soft">{`Welcome to ${siteName}`}</p>
          <h1 className="mt-1 mb-3 text-3xl md:mt-2 md:mb-4 md:text-4xl">Pass the book on.</h1>
          <p className="max-w-[60ch] text-ink-soft md:text-lg">{summary}</p>
          <div className="mt-5 flex flex-wrap gap-3">
            <ButtonLink to="/?tab=books" variant="main" className="max-md:flex-1 max-md:px-3">
              Find a book
            </ButtonLink>
            <ButtonLink
              to="/CreateBooksAndNovels"
              variant="line"
              className="min-h-12 bg-paper text-base max-md:flex-1 max-md:px-3"
            >
              Sell a book
            </ButtonLink>
          </div>
        </div>
        <div className="max-md:order-3 max-md:px-4 max-md:pb-8">
          <Carousel label="Welcome" slides={scenes} width={640} height={360} />
        </div>
      </div>
      <div className="weave max-md:order-1" />
    </section>
  )
}
