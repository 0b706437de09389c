import type { ReactNode } from 'react'
import { useLocation, useNavigation } from 'react-router'

import { requestPath } from '#app/book-requests/book-request-texts.ts'
import { AnswerNotice } from '#app/platform/answer-notice.tsx'
import type { Answer } from '#app/platform/forms.ts'
import { Kept } from '#app/platform/kept.tsx'
import { Stencil } from '#app/platform/stencil.ts'
import type { ListedPost } from '#app/posts/packed-posts.ts'
import { type CardLook, type CardOf, PostCard } from '#app/posts/post-card.tsx'
import { PostList } from '#app/posts/post-list.tsx'
import type { PostKind } from '#app/posts/post-rules.ts'
import { listingTexts } from '#app/posts/post-texts.ts'
import { type CardWords, cardWords } from '#app/posts/post-words.ts'
import { SearchForm } from '#app/posts/search-form.tsx'
import { countText, SearchResults } from '#app/posts/search-results.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Preview } from '#app/posts/preview.tsx'
import { type PostPage, useMorePosts } from '#app/posts/use-more-posts.ts'
import { usePosts } from '#app/posts/use-posts.ts'

import type { DealAnswer } from './answer-deal.server.ts'
import { browseTabs } from './browse-tabs.ts'
import { DealButtons, type Dealer, DealForms, useDealer } from './deal-buttons.tsx'
import { Dealings } from './dealings.tsx'
import type { findListing } from './listing-queries.server.ts'

export type ListingPage = NonNullable<Awaited<ReturnType<typeof findListing>>['listing']>

interface ListingProps {
  /** Of the home page or the marketplace. */
  path: '/' | '/market'
  tab: string
  /** Null where it did not arrive. */
  page: ListingPage | null
  answer: DealAnswer | undefined
}

const noSearch = { name: '', stream: '' }
const none: string[] = []

const frame = 'mx-auto w-full max-w-page px-4 py-5 md:px-8'

/** One kind of what is for sale, newest first; or what a search among the books found. */
export function Listing({ path, tab, page, answer }: ListingProps) {
  const isSearching = useNavigation().formData?.has('stream') ?? false
  const cardOf = cardFor(useDealer())
  const { label, kind } = browseTabs.find(({ name }) => name === tab)!
  const posts = usePosts(page?.posts ?? '', page?.ownIds ?? none)
  if (!page) return <NoListing kind={kind} label={label} />
  const { search } = page
  const dialogsOver = (shown: ListedPost[]) => <Dealings posts={shown} opened={page.opened} answer={answer} />
  return (
    <div data-part="listing" className={frame}>
      <h1 className="mb-3">{label}</h1>
      {kind === 'book' && (
        <Kept by={search ? null : ['search form', path]}>
          {() => <SearchForm path={path} tab={tab} search={search ?? noSearch} isSearching={isSearching} />}
        </Kept>
      )}
      {/* There before anything was searched: only what changes in it is read out. */}
      <output className={posts.length > 0 && search ? 'mb-3 block text-sm text-ink-soft' : 'sr-only'}>
        {search && countText(posts.length, search.isCut)}
      </output>
      {search ? (
        <>
          <SearchResults
            posts={posts}
            search={search}
            isSearching={isSearching}
            cardOf={cardOf}
            whenNone={<NothingFound path={path} tab={tab} name={search.name} />}
          />
          {dialogsOver(posts)}
        </>
      ) : (
        // A new instance for each list, so that pages added to one list are not shown in the next.
        <GrowingList
          key={`${tab} ${posts[0]?.id}`}
          path={path}
          tab={tab}
          firstPage={{ posts, next: page.next }}
          cardOf={cardOf}
          dialogsOver={dialogsOver}
        />
      )}
      <DealForms />
      <Preview {...page.preview} />
    </div>
  )
}

interface GrowingListProps {
  path: ListingProps['path']
  tab: string
  firstPage: PostPage
  cardOf: CardOf
  /** The dialogs of Buy and Comment, for every post that is shown. */
  dialogsOver: (posts: ListedPost[]) => ReactNode
}

function GrowingList({ path, tab, firstPage, cardOf, dialogsOver }: GrowingListProps) {
  const { thing, things, kind } = browseTabs.find(({ name }) => name === tab)!
  const list = useMorePosts({ firstPage, path, tab })
  return (
    <>
      <PostList
        list={list}
        thing={thing}
        things={things}
        path={path}
        tab={tab}
        growsByItself={kind === 'novel'}
        cardOf={cardOf}
        whenEmpty={<FirstPost path={path} kind={kind} />}
        whenFailed={kind === 'novel' ? <NovelsFailed /> : <p>No connection. Please try again.</p>}
      />
      {dialogsOver(list.posts)}
    </>
  )
}

export function cardFor(dealer: Dealer): CardOf {
  const draw = (card: CardWords, look: CardLook) => (
    <PostCard card={card} {...look}>
      <DealButtons id={card.id} name={card.name} kind={look.kind} isOwn={look.isOwn} dealer={dealer} />
    </PostCard>
  )
  const name = `card for a ${dealer.kind}`
  return (post, place) => (
    <Stencil key={post.id} name={name} words={cardWords(post)} look={{ kind: post.kind, isOwn: post.isOwn, ...place }}>
      {draw}
    </Stencil>
  )
}

/** Students ask the team for what nobody sells; stores look on. */
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

/** Of novels people are told; of the others they see it. */
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

const uploads: Record<PostKind, { words: string; student: string; store: string | null }> = {
  book: { words: 'Sell a book', student: '/CreateBooksAndNovels', store: '/CreatePost' },
  novel: { words: 'Sell a novel', student: '/CreateBooksAndNovels?tab=novels', store: '/CreatePost?tab=novels' },
  // Students' own: a store has none to share.
  note: { words: 'Share notes', student: '/CreateCourseAndNotes', store: null },
  course: { words: 'Share a course', student: '/CreateCourseAndNotes?tab=courses', store: null },
}

function FirstPost({ path, kind }: { path: ListingProps['path']; kind: PostKind }) {
  const { words, student, store } = uploads[kind]
  const to = path === '/market' ? store : student
  return (
    to && (
      <ButtonLink to={to} variant="line">
        {words}
      </ButtonLink>
    )
  )
}
