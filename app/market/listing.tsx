import { useLocation, useNavigation } from 'react-router'

import { useRole } from '#app/accounts/use-viewer.ts'
import { requestPath } from '#app/book-requests/book-request-texts.ts'
import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import type { Answer } from '#app/forms/forms.ts'
import { findTab } from '#app/posts/browse-tabs.ts'
import type { RenderCard } from '#app/posts/post-card.tsx'
import { PostList } from '#app/posts/post-list.tsx'
import type { ListedPost } from '#app/posts/post-queries.server.ts'
import type { PostKind } from '#app/posts/post-rules.ts'
import { listingTexts } from '#app/posts/post-texts.ts'
import { SearchForm } from '#app/posts/search/search-form.tsx'
import { countText, SearchResults } from '#app/posts/search/search-results.tsx'
import { type PostPage, useMorePosts } from '#app/posts/use-more-posts.ts'
import { Cached } from '#app/rendering/cached.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

import type { findListing } from './listing-queries.server.ts'
import { renderCardFor, renderFoundCardFor } from './market-card.tsx'
import { PostButtonForms } from './post-buttons.tsx'

export type ListingPage = NonNullable<Awaited<ReturnType<typeof findListing>>['listing']>

interface ListingProps {
  /** The home page or the marketplace. */
  path: '/' | '/market'
  tab: string
  /** Null if it could not be loaded. */
  page: ListingPage | null
}

const noSearch = { name: '', stream: '' }
const noPosts: ListedPost[] = []

const frame = 'mx-auto w-full max-w-page px-4 py-5 md:px-8'

/** The posts of one kind, newest first, or the results of a search. */
export function Listing({ path, tab, page }: ListingProps) {
  const isSearching = useNavigation().formData?.has('stream') ?? false
  const role = useRole()
  const { label, kind } = findTab(tab)!
  const posts = page?.posts ?? noPosts
  if (!page) return <NoListing kind={kind} label={label} />
  const { search } = page
  return (
    <div className={frame}>
      <h1 className="mb-3">{label}</h1>
      {kind === 'book' && <Cached of={SearchForm} props={{ path, tab, search: search ?? noSearch, isSearching }} />}
      {/* Rendered even while empty: screen readers announce only changes. */}
      <output className={posts.length > 0 && search ? 'mb-3 block text-sm text-ink-soft' : 'sr-only'}>
        {search && countText(posts.length, search.isCut)}
      </output>
      {search ? (
        <SearchResults
          posts={posts}
          search={search}
          isSearching={isSearching}
          renderCard={renderFoundCardFor(role)}
          whenNone={<NothingFound path={path} tab={tab} name={search.name} />}
        />
      ) : (
        // A new instance for each list, so that pages added to one list are not shown in the next.
        <GrowingList
          key={`${tab} ${posts[0]?.id}`}
          path={path}
          tab={tab}
          firstPage={{ posts, next: page.next }}
          renderCard={renderCardFor(role)}
        />
      )}
      <PostButtonForms />
    </div>
  )
}

interface GrowingListProps {
  path: ListingProps['path']
  tab: string
  firstPage: PostPage
  renderCard: RenderCard
}

function GrowingList({ path, tab, firstPage, renderCard }: GrowingListProps) {
  const { singular, plural, kind } = findTab(tab)!
  const list = useMorePosts({ firstPage, path, tab })
  return (
    <PostList
      list={list}
      singular={singular}
      plural={plural}
      path={path}
      tab={tab}
      loadsOnScroll={kind === 'novel'}
      renderCard={renderCard}
      whenEmpty={<UploadLink path={path} kind={kind} />}
      whenFailed={kind === 'novel' ? <NovelsFailed /> : <p>No connection. Please try again.</p>}
    />
  )
}

/** Only students can request a book. */
function NothingFound({ path, tab, name }: { path: string; tab: string; name: string }) {
  return (
    <div className="flex flex-wrap justify-center gap-3">
      {path === '/' && name && (
        <ButtonLink to={requestPath(name)} variant="main">
          Request this book
        </ButtonLink>
      )}
      <ButtonLink to={`${path}?tab=${tab}`} variant="line" className="min-h-12">
        See all books
      </ButtonLink>
    </div>
  )
}

/** Only novels have a notice for this failure. */
function NovelsFailed() {
  return <AnswerNotice answer={novelsFailed} />
}

const novelsFailed: Answer = { notice: { kind: 'error', text: listingTexts.novelsFailed } }

function NoListing({ kind, label }: { kind: PostKind; label: string }) {
  const { search } = useLocation()
  return (
    <div className={frame}>
      <h1>{label}</h1>
      {kind === 'novel' && <NovelsFailed />}
      <EmptyState
        title="The list did not arrive"
        text="Look at your connection, then try again."
        action={
          <ButtonLink to={search} variant="main">
            Try again
          </ButtonLink>
        }
      />
    </div>
  )
}

const uploadLinks: Record<PostKind, { label: string; student: string; store: string | null }> = {
  book: { label: 'Sell a book', student: '/CreateBooksAndNovels', store: '/CreatePost' },
  novel: { label: 'Sell a novel', student: '/CreateBooksAndNovels?tab=novels', store: '/CreatePost?tab=novels' },
  // Stores cannot share notes and courses.
  note: { label: 'Share notes', student: '/CreateCourseAndNotes', store: null },
  course: { label: 'Share a course', student: '/CreateCourseAndNotes?tab=courses', store: null },
}

function UploadLink({ path, kind }: { path: ListingProps['path']; kind: PostKind }) {
  const { label, student, store } = uploadLinks[kind]
  const to = path === '/market' ? store : student
  return (
    to && (
      <ButtonLink to={to} variant="line">
        {label}
      </ButtonLink>
    )
  )
}
