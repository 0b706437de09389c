import { Form, Link } from 'react-router'

import boat from '#app/layout/scenes/boat.svg?no-inline'
import books from '#app/layout/scenes/books.svg?no-inline'
import leaves from '#app/layout/scenes/leaves.svg?no-inline'
import stall from '#app/layout/scenes/stall.svg?no-inline'
import { searchNameMax } from '#app/posts/search/search-rules.ts'
import { Button } from '#app/ui/button.tsx'
import { Carousel } from '#app/ui/carousel.tsx'
import { Icon } from '#app/ui/icon.tsx'

const scenes = [
  { url: books, alt: 'A pile of books with a gamosa laid over it' },
  { url: leaves, alt: 'Long leaves of an old manuscript with study notes on them' },
  { url: stall, alt: 'A small book stall' },
  { url: boat, alt: 'A country boat carrying books across the river' },
]

/** What the search understands: a class with a subject, an exam, a name in Latin letters. */
const tries = ['class 12 physics', 'HSLC maths', 'Miri Jiyori']

interface WelcomeProps {
  siteName: string
  summary: string
}

/** On phones the shelves stand between the text and the pictures: all are items of the front page's column. */
export function Welcome({ siteName, summary }: WelcomeProps) {
  return (
    <section className="bg-leaf max-md:contents">
      <div className="mx-auto w-full max-w-page max-md:contents md:grid md:grid-cols-[5fr_6fr] md:items-center md:gap-16 md:px-8 md:pt-12 md:pb-9">
        <div className="max-md:order-1 max-md:bg-leaf max-md:px-4 max-md:py-6">
          <p className="text-ink-soft">{`Welcome to ${siteName}`}</p>
          <h1 className="mt-1 mb-3 text-3xl md:mt-2 md:mb-4 md:text-4xl">Pass the book on.</h1>
          <p className="max-w-[60ch] text-ink-soft md:text-lg">{summary}</p>
          <search className="mt-5 block">
            <Form
              action="/search"
              className="flex flex-wrap overflow-hidden rounded-md border-2 border-ink bg-paper focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-ink"
            >
              <label className="relative grow-99 basis-32">
                <span className="sr-only">Search books, novels, notes and courses</span>
                <Icon name="search" className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-ink-soft" />
                <input
                  name="q"
                  type="search"
                  enterKeyHint="search"
                  autoComplete="off"
                  maxLength={searchNameMax}
                  placeholder="Book, author or class"
                  className="min-h-12 w-full pr-2 pl-11 text-base text-ellipsis outline-hidden placeholder:text-ink-soft"
                />
              </label>
              <Button type="submit" variant="main" className="min-h-12 grow rounded-none">
                Search
              </Button>
            </Form>
          </search>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-4 text-sm">
            <span className="text-ink-soft">Try</span>
            {tries.map((words) => (
              <Link
                key={words}
                to={`/search?${new URLSearchParams({ q: words })}`}
                className="inline-flex min-h-11 items-center font-medium"
              >
                {words}
              </Link>
            ))}
          </p>
          <p className="flex flex-wrap items-center gap-x-4 text-sm">
            <span className="text-ink-soft">Finished with a book?</span>
            <Link
              to="/CreateBooksAndNovels"
              className="inline-flex min-h-11 items-center gap-2 font-medium no-underline"
            >
              <Icon name="add" className="size-4.5" /> Sell a book
            </Link>
          </p>
        </div>
        <div className="max-md:order-3 max-md:px-4 max-md:pb-8">
          <Carousel label="Welcome" slides={scenes} width={640} height={360} />
        </div>
      </div>
      <div className="weave max-md:order-1" />
    </section>
  )
}
