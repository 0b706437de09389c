import { coverWords } from './cover-words.ts'
import type { ListedPost } from './packed-posts.ts'
import { PostCover } from './post-cover.tsx'
import { wordsOf } from './post-words.ts'
import { Price } from './price.tsx'
import { priceWords } from './prices.ts'

/** What a dialog is about. Here, unlike on its card, all of it is read: one is about to pay for it. */
export function PostSummary({ post }: { post: ListedPost }) {
  const { by, facts } = wordsOf(post)
  return (
    <div className="mb-4 grid grid-cols-[44px_minmax(0,1fr)] items-center gap-x-3 border-b border-rule pb-4">
      <div className="self-start">
        <PostCover kind={post.kind} cover={coverWords(post, 44)} sizes="44px" isFirst />
      </div>
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="min-w-0 flex-1 basis-40">
          <h3 className="font-sans text-base leading-tight font-semibold tracking-normal">{post.name}</h3>
          {by && <p className="text-sm text-ink-soft">{by}</p>}
          <p className="text-xs text-ink-soft">{[facts, post.sellerName].filter(Boolean).join(' · ')}</p>
        </div>
        <Price {...priceWords(post)} />
      </div>
    </div>
  )
}
