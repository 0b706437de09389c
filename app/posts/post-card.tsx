import type { ReactNode } from 'react'

import { formatDateTime } from '#app/platform/dates.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Row } from '#app/ui/rows.tsx'

import { PostCover } from './post-cover.tsx'
import type { ListedPost } from './packed-posts.ts'
import { kindWords } from './post-texts.ts'
import { wordsOf } from './post-words.ts'
import { Price } from './price.tsx'

interface PostCardProps {
  post: ListedPost
  /** Whether it is among the first that a person sees: its picture is loaded at once. */
  isFirst: boolean
  /** Whether it names its kind: where posts of several kinds stand together. */
  hasLabel?: boolean
  /** What one can do with it, such as Buy and Comment. */
  children: ReactNode
}

export type CardOf = (post: ListedPost, place: Pick<PostCardProps, 'isFirst' | 'hasLabel'>) => ReactNode

/** What is cut here is whole in the dialogs that it opens. */
export function PostCard({ post, isFirst, hasLabel = false, children }: PostCardProps) {
  const { by, facts } = wordsOf(post)
  return (
    <Row aria-label={post.name}>
      <PostCover post={post} sizes="(width >= 47.5rem) 104px, 84px" atMost={104} isFirst={isFirst} />
      <div className="card-text">
        {hasLabel && (
          <p className="leading-none">
            <Badge>{kindWords[post.kind].label}</Badge>
          </p>
        )}
        <h2 className="card-name">{post.name}</h2>
        {by && <p className="truncate text-sm text-ink-soft">{by}</p>}
        {facts && <p className="line-clamp-3 text-xs text-ink-soft">{facts}</p>}
        <p className="flex flex-wrap gap-x-1 text-xs text-ink-soft">
          <span className="truncate">{post.sellerName} ·</span>
          <time dateTime={post.createdAt.toISOString()}>{formatDateTime(post.createdAt)}</time>
        </p>
        <div className="mt-auto pt-1">
          <Price {...post} />
        </div>
      </div>
      <div className="card-actions">{children}</div>
    </Row>
  )
}
