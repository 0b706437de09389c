import type { ReactNode } from 'react'

import { formatDateTime } from '#app/format/dates.ts'
import { formatPaise } from '#app/format/money.ts'
import { PageLink } from '#app/rendering/page-link.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Row } from '#app/ui/rows.tsx'
import { RatingMark } from '#app/ui/stars.tsx'

import { ConditionBadge } from './condition-badge.tsx'
import { describePost } from './describe-post.ts'
import { soldOutText } from './describe-stock.ts'
import { CoverLink } from './page/cover-link.tsx'
import { copiesId, postPath } from './page/post-path.ts'
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

export type RenderCard<Item = ListedPost> = (post: Item, place: CardPlace) => ReactNode

interface PostCardProps extends CardPlace {
  post: ListedPost
  /** Stands above the price. */
  note?: string | undefined
  /** Stands right of the price. */
  besidePrice?: ReactNode
  /** The buttons, such as Buy and Comment. */
  children: ReactNode
}

/** Truncates long texts: the post's page shows them in full. */
export function PostCard({ post, isFirst, hasLabel, note, besidePrice, children }: PostCardProps) {
  const { by, facts } = describePost(post)
  const path = postPath(post)
  return (
    <Row aria-label={post.name}>
      <CoverLink to={path}>
        <PostCover post={post} maxWidth={104} sizes="(width >= 47.5rem) 104px, 84px" isFirst={isFirst} />
      </CoverLink>
      <div className="card-text">
        {(hasLabel || post.isSoldOut) && (
          <p className="leading-none">
            {hasLabel && <Badge>{kindWords[post.kind].label}</Badge>} {post.isSoldOut && <Badge>{soldOutText}</Badge>}
          </p>
        )}
        <h2 className="card-name">
          <PageLink to={path}>{post.name}</PageLink>
        </h2>
        {by && <p className="truncate text-sm text-ink-soft">{by}</p>}
        {facts && <p className="line-clamp-3 text-xs text-ink-soft">{facts}</p>}
        <p className="flex flex-wrap gap-x-1 text-xs text-ink-soft">
          <span className="truncate">{`${post.sellerName} ·`}</span>
          {post.rating !== null && <RatingMark average={post.rating} count={post.ratings!} isFollowed />}
          <time dateTime={post.createdAt.toISOString()} title={formatDateTime(post.createdAt)}>
            {post.age}
          </time>
        </p>
        {post.condition && (
          <p className="text-xs">
            <ConditionBadge condition={post.condition} />
          </p>
        )}
        {note && <p className="text-xs font-bold text-accent-ink">{note}</p>}
        {post.copies > (post.isSoldOut ? 0 : 1) && <CopiesLink to={`${path}#${copiesId}`} post={post} />}
        <div className="card-price">
          <div className="flex flex-wrap items-baseline gap-x-2">
            <Price of={post} />
            {post.district && <span className="text-xs text-ink-soft">{post.district}</span>}
          </div>
          {besidePrice}
        </div>
      </div>
      <div className="card-actions">{children}</div>
    </Row>
  )
}

/** "3 copies from ₹80", as a link to them. Of what is sold out they are others: "1 other copy from ₹80". */
function CopiesLink({ to, post: { copies, copiesFromPaise, isSoldOut } }: { to: string; post: ListedPost }) {
  return (
    <PageLink to={to} className="flex min-h-6 items-center self-start text-xs font-medium text-accent-ink">
      {`${copies}${isSoldOut ? ' other' : ''} ${copies === 1 ? 'copy' : 'copies'} from ${formatPaise(copiesFromPaise!)}`}
    </PageLink>
  )
}
