import type { ReactNode } from 'react'

import { formatDateTime } from '#app/platform/dates.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Row } from '#app/ui/rows.tsx'

import { PostCover } from './post-cover.tsx'
import type { ListedPost } from './post-queries.server.ts'
import { Price } from './price.tsx'

interface PostCardProps {
  post: ListedPost
  /** Whether it is among the first that a person sees: its picture is loaded at once. */
  isFirst: boolean
  /** Its kind in a word, where posts of several kinds stand together. */
  label?: string | undefined
  /** What one can do with it, such as Buy and Comment. */
  children?: ReactNode
}

/** Of a note one asks what it is for, of a book who wrote it. */
function wordsOf({ kind, authorName, className, collegeName, category, stream, condition }: ListedPost) {
  const isNote = kind === 'note' || kind === 'course'
  const facts = isNote ? [className, collegeName] : [className, category, stream, condition]
  return { by: isNote ? category : authorName, facts: facts.filter(Boolean).join(' · ') }
}

export function PostCard({ post, isFirst, label, children }: PostCardProps) {
  const { by, facts } = wordsOf(post)
  return (
    <Row aria-label={post.name}>
      <PostCover post={post} sizes="(width >= 47.5rem) 104px, 84px" isFirst={isFirst} />
      <div className="flex min-w-0 flex-col gap-0.5">
        {label && (
          <p className="leading-none">
            <Badge>{label}</Badge>
          </p>
        )}
        <h2 className="line-clamp-3 font-sans text-base leading-[1.35] font-semibold tracking-normal">{post.name}</h2>
        {by && <p className="truncate text-sm text-ink-soft">{by}</p>}
        <p className="text-xs text-ink-soft">
          {facts && (
            <>
              {facts}
              <br />
            </>
          )}
          {post.sellerName} · <time dateTime={post.createdAt.toISOString()}>{formatDateTime(post.createdAt)}</time>
        </p>
        <div className="mt-auto pt-1">
          <Price {...post} />
        </div>
      </div>
      {children && <div className="col-span-full mt-2 -mb-1.5 flex items-center justify-end gap-1">{children}</div>}
    </Row>
  )
}
