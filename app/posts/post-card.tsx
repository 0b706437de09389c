import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { formatDateTime } from '#app/format/dates.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Row } from '#app/ui/rows.tsx'

import { describePost } from './describe-post.ts'
import { CoverLink } from './page/cover-link.tsx'
import { postPath } from './page/post-path.ts'
import { PostCover } from './post-cover.tsx'
import type { ListedPost } from './post-queries.server.ts'
import { kindWords } from './post-texts.ts'
import { Price } from './price.tsx'

/** What depends on a card's place in a list. */
export interface CardPlace {
  /** Whether it is on the first screen: its picture is loaded eagerly. */
  isFirst: boolean
  /** Whether it names its kind, as in lists of several kinds. */
  hasLabel: boolean
}

export type RenderCard = (post: ListedPost, place: CardPlace) => ReactNode

interface PostCardProps extends CardPlace {
  post: ListedPost
  /** The buttons, such as Buy and Comment. */
  children: ReactNode
}

/** Truncates long texts: the post's page shows them in full. */
export function PostCard({ post, isFirst, hasLabel, children }: PostCardProps) {
  const { by, facts } = describePost(post)
  return (
    <Row aria-label={post.name}>
      <CoverLink post={post}>
        <PostCover post={post} maxWidth={104} sizes="(width >= 47.5rem) 104px, 84px" isFirst={isFirst} />
      </CoverLink>
      <div className="card-text">
        {hasLabel && (
          <p className="leading-none">
            <Badge>{kindWords[post.kind].label}</Badge>
          </p>
        )}
        <h2 className="card-name">
          <Link to={postPath(post)}>{post.name}</Link>
        </h2>
        {by && <p className="truncate text-sm text-ink-soft">{by}</p>}
        {facts && <p className="line-clamp-3 text-xs text-ink-soft">{facts}</p>}
        <p className="flex flex-wrap gap-x-1 text-xs text-ink-soft">
          <span className="truncate">{post.sellerName} ·</span>
          <time dateTime={post.createdAt.toISOString()}>{formatDateTime(post.createdAt)}</time>
        </p>
        <div className="mt-auto pt-1">
          <Price of={post} />
        </div>
      </div>
      <div className="card-actions">{children}</div>
    </Row>
  )
}
