import { describePost } from './describe-post.ts'
import { PostCover } from './post-cover.tsx'
import type { ListedPost } from './post-queries.server.ts'
import { Price } from './price.tsx'

/** The post that a dialog or a page is about. Unlike the card it shows all texts in full. */
export function PostSummary({ post }: { post: ListedPost }) {
  const { by, facts } = describePost(post)
  return (
    <div className="mb-4 grid grid-cols-[44px_minmax(0,1fr)] items-center gap-x-3 border-b border-rule pb-4">
      <div className="self-start">
        <PostCover post={post} maxWidth={44} sizes="44px" isFirst />
      </div>
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="min-w-0 flex-1 basis-40">
          <h2 className="font-sans text-base leading-tight font-semibold tracking-normal">{post.name}</h2>
          {by && <p className="text-sm text-ink-soft">{by}</p>}
          <p className="text-xs text-ink-soft">
            {[facts, post.condition, post.sellerName].filter(Boolean).join(' · ')}
          </p>
        </div>
        <Price of={post} />
      </div>
    </div>
  )
}
