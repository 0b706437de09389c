import type { ReactNode } from 'react'

import { Picture } from '#app/files/picture.tsx'
import { formatDateTime } from '#app/platform/dates.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Row } from '#app/ui/rows.tsx'

import type { ListedPost } from './post-queries.server.ts'
import { Price } from './price.tsx'

interface PostCardProps {
  post: ListedPost
  /** Whether it is among the first that a person sees: its picture is loaded at once. */
  isFirst: boolean
  /** What one can do with it, such as Buy and Comment. */
  children?: ReactNode
}

export function PostCard({ post, isFirst, children }: PostCardProps) {
  const facts = [post.className, post.category, post.stream, post.condition].filter(Boolean).join(' · ')
  return (
    <Row aria-label={post.name}>
      {post.picture ? (
        <Picture
          file={post.picture}
          alt=""
          sizes="(width >= 47.5rem) 104px, 84px"
          loading={isFirst ? 'eager' : 'lazy'}
          className="aspect-[3/4] w-full rounded-xs object-cover shadow-book"
        />
      ) : (
        <span className="grid aspect-[3/4] place-items-center rounded-xs bg-leaf text-ink-soft inset-ring inset-ring-rule">
          <Icon name="book" className="size-8" />
        </span>
      )}
      <div className="flex min-w-0 flex-col gap-0.5">
        <h2 className="line-clamp-3 font-sans text-base leading-[1.35] font-semibold tracking-normal">{post.name}</h2>
        {post.authorName && <p className="truncate text-sm text-ink-soft">{post.authorName}</p>}
        <p className="text-xs text-ink-soft">
          {facts}
          <br />
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
