import { Link } from 'react-router'

import type { Role } from '#app/access/role-rules.ts'
import { formatPaise } from '#app/format/money.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { PostCover } from '#app/posts/post-cover.tsx'
import { kindWords } from '#app/posts/post-texts.ts'
import { RemoveButton } from '#app/saved/remove-button.tsx'
import type { SavedPost } from '#app/saved/saved-queries.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Row } from '#app/ui/rows.tsx'

import { MarketCard } from './market-card.tsx'

interface SavedCardProps {
  saved: SavedPost
  role: Role
  isFirst: boolean
}

/** A saved post with what has changed since. It stays in the list after its heart was emptied, until the next visit. */
export function SavedCard({ saved: { post, atSaving, cheaperPaise }, role, isFirst }: SavedCardProps) {
  if (!post) return <GonePost post={atSaving} />
  return (
    <MarketCard
      post={post}
      role={role}
      isFirst={isFirst}
      hasLabel
      note={
        cheaperPaise > 0 && !post.isSoldOut ? `${formatPaise(cheaperPaise)} cheaper than when you saved it` : undefined
      }
    />
  )
}

/** Its old address shows posts like it. */
function GonePost({ post }: { post: SavedPost['atSaving'] }) {
  return (
    <Row aria-label={post.name}>
      <div className="self-start opacity-60">
        <PostCover post={{ ...post, picture: null }} maxWidth={104} sizes="104px" />
      </div>
      <div className="card-text">
        <p className="leading-none">
          <Badge>{kindWords[post.kind].label}</Badge>
        </p>
        <h2 className="card-name">
          <Link to={postPath(post)}>{post.name}</Link>
        </h2>
        <p className="text-sm font-semibold">Gone</p>
        <p className="text-xs text-ink-soft">It was sold, or its seller has deleted it.</p>
        <p className="mt-auto pt-1 text-sm text-ink-soft">{formatPaise(post.pricePaise)} when you saved it</p>
      </div>
      <div className="card-actions">
        <RemoveButton post={post} />
        <ButtonLink to={postPath(post)} variant="line">
          Similar posts
        </ButtonLink>
      </div>
    </Row>
  )
}
