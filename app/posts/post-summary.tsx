import type { ListedPost } from './post-queries.server.ts'
import { PostCover } from './post-cover.tsx'
import { Price } from './price.tsx'

/** What a dialog is about, in one row. */
export function PostSummary({ post }: { post: ListedPost }) {
  return (
    <div className="mb-4 grid grid-cols-[44px_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-rule pb-4">
      <PostCover post={post} sizes="44px" isFirst />
      <div className="min-w-0">
        <h3 className="line-clamp-2 font-sans text-base leading-tight font-semibold tracking-normal">{post.name}</h3>
        <p className="truncate text-sm text-ink-soft">{post.authorName || post.category}</p>
      </div>
      <Price {...post} />
    </div>
  )
}
