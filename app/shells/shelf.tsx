import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { Kept } from '#app/platform/kept.tsx'
import { Stencil } from '#app/platform/stencil.ts'
import { Written } from '#app/platform/written.tsx'
import type { ListedPost } from '#app/posts/packed-posts.ts'
import { PostCover } from '#app/posts/post-cover.tsx'
import type { PostKind } from '#app/posts/post-rules.ts'
import { coverWords } from '#app/posts/cover-words.ts'
import { Price } from '#app/posts/price.tsx'
import { priceWords } from '#app/posts/prices.ts'

import { DealButtons, type Dealer, useDealer } from './deal-buttons.tsx'

interface ShelfProps {
  title: string
  posts: ListedPost[]
  /** Of the whole list. */
  to: string
  all: string
}

/** The newest of a kind, beside each other on a board: on phones the next one shows that there are more. */
export function Shelf({ title, posts, to, all }: ShelfProps) {
  const dealer = useDealer()
  if (posts.length === 0) return null
  return (
    <section className="mx-auto w-full max-w-page px-4 pb-8 md:px-8 md:pb-12">
      <Kept by={['shelf', title]}>
        {() => (
          <div className="mb-3 flex min-h-11 items-center justify-between gap-4">
            <h2>{title}</h2>
            <Link to={to} className="inline-flex min-h-11 items-center text-sm font-medium text-accent-ink">
              {all}
            </Link>
          </div>
        )}
      </Kept>
      <div className="relative -mx-4 grid snap-x scroll-pl-4 auto-cols-[168px] grid-flow-col overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:grid-flow-row md:grid-cols-[repeat(auto-fill,minmax(max(9rem,(100%-1px)/6),1fr))] md:gap-y-6 md:overflow-visible md:px-0">
        <Written>{() => posts.map(onShelfFor(dealer))}</Written>
      </div>
    </section>
  )
}

export function onShelfFor(dealer: Dealer) {
  const draw = (words: ShelfWords, { kind, isOwn }: { kind: PostKind; isOwn: boolean }) => (
    <OnShelf words={words} kind={kind}>
      <DealButtons id={words.id} name={words.name} kind={kind} isOwn={isOwn} dealer={dealer} isOnShelf />
    </OnShelf>
  )
  const name = `shelf for a ${dealer.kind}`
  return (post: ListedPost) => (
    <Stencil key={post.id} name={name} words={shelfWords(post)} look={{ kind: post.kind, isOwn: post.isOwn }}>
      {draw}
    </Stencil>
  )
}

type ShelfWords = ReturnType<typeof shelfWords>

const shelfWords = (post: ListedPost) => ({
  ...coverWords(post, 144),
  ...priceWords(post),
  id: post.id,
  by: post.authorName || post.category,
})

interface OnShelfProps {
  words: ShelfWords
  kind: PostKind
  children: ReactNode
}

function OnShelf({ words, kind, children }: OnShelfProps) {
  return (
    <article
      aria-label={words.name}
      className="group/item grid snap-start grid-rows-[auto_1fr_auto] pr-4 md:pr-6 md:last:pr-0"
    >
      <div className="-mr-4 border-b-3 border-ink pt-1 group-last/item:mr-0 md:-mr-6">
        <div className="w-31 max-w-full md:w-36">
          <PostCover kind={kind} cover={words} sizes="(width >= 47.5rem) 144px, 124px" />
        </div>
      </div>
      <div className="mt-2.5 flex min-w-0 flex-col gap-0.5">
        <h3 className="line-clamp-2 font-sans text-sm leading-[1.35] font-semibold tracking-normal">{words.name}</h3>
        <p className="truncate text-sm text-ink-soft">{words.by}</p>
        <div className="mt-auto pt-1">
          <Price {...words} />
        </div>
      </div>
      <div className="mt-2 flex flex-wrap gap-1.5">{children}</div>
    </article>
  )
}
