import { useEffect } from 'react'
import { Form, Link } from 'react-router'

import { may } from '#app/access/role-rules.ts'
import { findDistrict } from '#app/accounts/account-queries.server.ts'
import { useRole } from '#app/accounts/use-viewer.ts'
import { viewerContext } from '#app/access/viewer.ts'
import { requestPath } from '#app/book-requests/book-request-texts.ts'
import { dbContext, searchDbContext } from '#app/platform/context.ts'
import { FilterFields } from '#app/posts/search/filter-fields.tsx'
import { SearchBox } from '#app/posts/search/search-box.tsx'
import { SearchChips } from '#app/posts/search/search-chips.tsx'
import { searchEverything, type SearchResult } from '#app/posts/search/search-everything.server.ts'
import {
  choiceCount,
  countFilters,
  kindChoices,
  readSearch,
  resultsMax,
  resultsStep,
  type Search,
  searchPath,
  sorts,
  withoutFilters,
} from '#app/posts/search/search-filters.ts'
import { synonymsContext } from '#app/posts/search/synonyms-context.ts'
import { useSearchForm } from '#app/posts/search/use-search-form.ts'
import { anyPost, changesWith, shownSellers } from '#app/rendering/changes-with.ts'
import { PageHead } from '#app/rendering/page-head.tsx'
import { savedQuery } from '#app/saved-searches/describe-search.ts'
import { isSearchSaved } from '#app/saved-searches/save-search.server.ts'
import { TellMe } from '#app/saved-searches/tell-me.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Select } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Rows } from '#app/ui/rows.tsx'

import type { Route } from './+types/search-page'
import { renderFoundCardFor } from './market-card.tsx'
import { PostButtonForms } from './post-buttons.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = readSearch(url.searchParams)
  const viewer = context.get(viewerContext)
  const district = viewer && (await findDistrict(context.get(dbContext), viewer.id))
  const [{ sellerIds, ...result }, isSaved] = await Promise.all([
    searchEverything(context.get(searchDbContext), viewer, context.get(synonymsContext), search, { district }),
    viewer !== null && isSearchSaved(context.get(dbContext), viewer, search),
  ])
  changesWith(context, ...anyPost, ...shownSellers(sellerIds), 'words')
  return { search, district, result, isSaved }
}

const formId = 'search'
const sheetId = 'filters'
const sortOptions = Object.entries(sorts).map(([value, label]) => ({ value, label }))

/** One search over everything that is for sale. All of it is in the address. */
export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { search, district, result, isSaved } = loaderData
  const { posts } = result
  const { form, isSearching, handlers, submit } = useSearchForm(search)
  const renderCard = renderFoundCardFor(useRole())
  const filterCount = countFilters(search)
  const isEmpty = searchPath(search) === '/search'
  return (
    <main id="content" className="mx-auto w-full max-w-page px-4 pt-4 md:px-8 md:pt-6" {...handlers}>
      <PageHead
        title={search.q ? `Search: ${search.q}` : 'Search'}
        description={description}
        path="/search"
        isListed={isEmpty}
      />
      <h1 className="sr-only">Search</h1>
      <search>
        <Form id={formId} ref={form} action="/search" onSubmit={submit}>
          <SearchBox q={search.q} isEmpty={isEmpty} isSearching={isSearching} onChoose={() => submit()} />
        </Form>
      </search>
      <Kinds search={search} counts={result.counts.kind} isCut={result.isCut} />
      <div className="grid gap-x-10 md:grid-cols-[250px_minmax(0,1fr)]">
        <Filters search={search} result={result} />
        <div className="grid content-start gap-1.5 md:gap-3">
          {/* On phones one line, which scrolls: results begin soon. */}
          <div className="relative -mx-4 flex items-center gap-2 overflow-x-auto px-4 [scrollbar-width:none] *:flex-none md:mx-0 md:flex-wrap md:px-0">
            <Button variant="line" popoverTarget={sheetId} className="md:hidden">
              <Icon name="filter" /> Filters
              {filterCount > 0 && <span className="font-bold">{filterCount}</span>}
            </Button>
            <Select
              label="Sort"
              name="sort"
              form={formId}
              options={sortOptions}
              defaultValue={search.sort}
              className="*:[label]:sr-only"
            />
            <noscript>
              <Button type="submit" form={formId} variant="line">
                Apply
              </Button>
            </noscript>
            <SearchChips search={search} district={district} />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-6 max-md:contents">
            <output className="text-sm text-ink-soft">{statusText(search, result)}</output>
            <div className="max-md:order-1">
              <TellMe key={savedQuery(search)} search={search} isSaved={isSaved} />
            </div>
          </div>
          {posts.length === 0 && <NothingFound search={search} />}
          <Rows aria-busy={isSearching} className={isSearching ? 'opacity-60' : ''}>
            {posts.map((post, n) => renderCard(post, { isFirst: n < 3, hasLabel: true }))}
          </Rows>
          <More search={search} result={result} />
          <RequestSection name={search.q} />
        </div>
      </div>
      <PostButtonForms />
    </main>
  )
}

const description =
  'Search all books, novels, notes and courses for sale, by class, stream, condition, price and district.'

interface KindsProps {
  search: Search
  counts: Record<string, number>
  isCut: boolean
}

/** All kinds, or one of them. */
function Kinds({ search, counts, isCut }: KindsProps) {
  const [only = null, ...more] = search.chosen.kind
  const current = more.length > 0 ? null : (only ?? 'all')
  const link = (kind: string, label: string, to: Search, count?: string) => (
    <Link
      key={kind}
      to={searchPath({ ...to, shown: resultsStep })}
      preventScrollReset
      aria-current={kind === current ? 'true' : undefined}
      className="flex min-h-11 flex-none items-center gap-1.5 border-b-2 border-transparent px-1 text-sm font-medium text-ink-soft no-underline aria-[current=true]:border-accent aria-[current=true]:font-bold aria-[current=true]:text-ink"
    >
      {label}
      {count !== undefined && <span className="text-xs tabular-nums">{count}</span>}
    </Link>
  )
  return (
    <nav
      aria-label="Kind"
      className="relative -mx-4 my-3 flex gap-4 overflow-x-auto border-b border-rule px-4 [scrollbar-width:none] md:mx-0 md:px-0"
    >
      {link('all', 'All', { ...search, chosen: { ...search.chosen, kind: [] } })}
      {Object.entries(kindChoices).map(([kind, label]) =>
        link(kind, label, { ...search, chosen: { ...search.chosen, kind: [kind] } }, choiceCount(counts[kind], isCut)),
      )}
    </nav>
  )
}

/** A column on desktops; on phones a sheet that the Filters button opens, also without script. */
function Filters({ search, result }: { search: Search; result: SearchResult }) {
  const { counts, isCut, classes, total } = result
  useClosedByBack(sheetId)
  return (
    <div
      id={sheetId}
      popover="auto"
      aria-label="Filters"
      className="inset-x-0 top-auto bottom-0 m-0 max-h-[92dvh] w-full max-w-none flex-col overflow-hidden rounded-t-xl bg-sheet text-ink shadow-dialog backdrop:bg-[var(--scrim)] open:flex md:static md:block md:max-h-none md:overflow-visible md:rounded-none md:bg-transparent md:shadow-none"
    >
      <div className="flex items-center gap-2 border-b border-rule py-1 pr-1.5 pl-4 md:hidden">
        <h2 className="mr-auto text-xl">Filters</h2>
        {countFilters(search) > 0 && (
          <ButtonLink to={searchPath(withoutFilters(search))} preventScrollReset>
            Clear all
          </ButtonLink>
        )}
        <Button square popoverTarget={sheetId} popoverTargetAction="hide">
          <Icon name="close" />
          <span className="sr-only">Close</span>
        </Button>
      </div>
      <div className="min-h-0 overflow-y-auto overscroll-contain p-4 md:overflow-visible md:p-0">
        <FilterFields form={formId} search={search} counts={counts} isCut={isCut} classes={classes} />
      </div>
      <div className="border-t border-rule px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:hidden">
        <Button
          type="submit"
          form={formId}
          variant="main"
          wide
          onClick={(event) => {
            // With script the results are there already.
            event.preventDefault()
            document.getElementById(sheetId)?.hidePopover()
          }}
        >
          Show {resultCount(total, isCut)}
        </Button>
      </div>
    </div>
  )
}

/** Back leads to another search: the sheet belonged to the one that is left. */
function useClosedByBack(id: string) {
  useEffect(() => {
    const close = () => document.getElementById(id)?.hidePopover()
    window.addEventListener('popstate', close)
    return () => window.removeEventListener('popstate', close)
  }, [id])
}

function resultCount(total: number, isCut: boolean) {
  if (isCut) return `more than ${total.toLocaleString('en-IN')} results`
  return total === 1 ? '1 result' : `${total} results`
}

/** The status line, which screen readers announce. */
function statusText({ q }: Search, { total, isCut, leftOut }: SearchResult) {
  const count = resultCount(total, isCut)
  if (leftOut === 'filters') return `Nothing has all of these filters. ${count} without them:`
  if (leftOut) return `No post has all of it. ${count} without “${leftOut.join(' ')}”:`
  if (total === 0) return 'Nothing found'
  return q ? `${count} for “${q}”` : count
}

function More({ search, result: { posts, total, isCut } }: { search: Search; result: SearchResult }) {
  const hasMore = posts.length >= search.shown && (posts.length < total || isCut) && search.shown < resultsMax
  if (posts.length === 0) return null
  return (
    <div className="grid justify-items-center gap-2 py-6">
      <p className="text-sm text-ink-soft">
        {posts.length} of {isCut ? `more than ${total}` : total} shown
        {!hasMore && search.shown >= resultsMax && '. Add a word or a filter to see others.'}
      </p>
      {hasMore && (
        <ButtonLink
          to={searchPath({ ...search, shown: search.shown + resultsStep })}
          replace
          preventScrollReset
          variant="line"
        >
          Load More
        </ButtonLink>
      )}
    </div>
  )
}

function NothingFound({ search }: { search: Search }) {
  return (
    <EmptyState
      title={search.q ? `No match for "${search.q}"` : 'Nothing here yet'}
      text="Try fewer words, or fewer filters."
      action={
        <ButtonLink to="/search" variant="line">
          See everything
        </ButtonLink>
      }
    />
  )
}

/** Students can ask the team for a book; visitors log in for it. */
function RequestSection({ name }: { name: string }) {
  const role = useRole()
  if (role !== 'visitor' && !may(role, 'request books')) return null
  return (
    <section className="my-8 rounded-md bg-leaf p-5 max-md:order-1">
      <h2 className="text-xl">Not the one you need?</h2>
      <p className="mt-1 mb-3 text-sm text-ink-soft">Ask for it, and our team looks for a copy.</p>
      <ButtonLink to={requestPath(name)} variant="line">
        Request this book
      </ButtonLink>
    </section>
  )
}
