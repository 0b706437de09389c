import type { Role } from '#app/access/role-rules.ts'
import { type CardPlace, PostCard, type RenderCard } from '#app/posts/post-card.tsx'
import type { ListedPost } from '#app/posts/post-queries.server.ts'
import { Cached } from '#app/rendering/cached.tsx'
import { SaveButton } from '#app/saved/save-button.tsx'

import { PostButtons } from './post-buttons.tsx'

interface MarketCardProps extends CardPlace {
  post: ListedPost
  /** The viewer's role. */
  role: Role
  /** What has changed since the viewer saved it. */
  note?: string | undefined
}

/** A post with its buttons. */
export function MarketCard({ post, role, isFirst, hasLabel, note }: MarketCardProps) {
  return (
    <PostCard
      post={post}
      isFirst={isFirst}
      hasLabel={hasLabel}
      note={note}
      besidePrice={<SaveButton post={post} role={role} isHeartOnly />}
    >
      <PostButtons post={post} role={role} />
    </PostCard>
  )
}

export const renderCardFor =
  (role: Role): RenderCard =>
  (post, place) => <Cached key={post.id} of={MarketCard} props={{ post, role, ...place }} />

/** Not cached: few cards are found twice, and they would evict those of lists. */
export const renderFoundCardFor =
  (role: Role): RenderCard =>
  (post, place) => <MarketCard key={post.id} post={post} role={role} {...place} />
