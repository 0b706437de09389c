import { formatPaise } from '#app/format/money.ts'
import { ConditionBadge, ConditionScale } from '#app/posts/condition-badge.tsx'
import { PostCover } from '#app/posts/post-cover.tsx'
import type { ListedPost } from '#app/posts/post-queries.server.ts'
import { payablePaise } from '#app/posts/prices.ts'
import { PageLink } from '#app/rendering/page-link.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { RatingMark } from '#app/ui/stars.tsx'

import { copiesId, postPath } from './post-path.ts'

/** Other posts of the same book, the cheapest first. */
export function OtherCopies({ copies: [cheapest, ...others] }: { copies: ListedPost[] }) {
  if (!cheapest) return null
  return (
    <section id={copiesId} aria-labelledby="copies-title" className="mt-8 scroll-mt-20">
      <h2 id="copies-title" className="mb-3 text-xl">
        Other copies from {formatPaise(payablePaise(cheapest))}
      </h2>
      <ul className="border-b border-rule">
        {[cheapest, ...others].map((post) => (
          <li key={post.id} className="border-t border-rule">
            <PageLink
              to={postPath(post)}
              className="grid min-h-16 grid-cols-[3.5rem_minmax(0,1fr)_auto_auto] items-center gap-3 py-2 no-underline hover:bg-leaf"
            >
              <PostCover post={post} maxWidth={56} sizes="56px" />
              <span className="grid gap-0.5 text-xs">
                {post.condition && (
                  <span className="flex flex-wrap items-center gap-x-3 text-sm">
                    <ConditionBadge condition={post.condition} />
                    <ConditionScale condition={post.condition} />
                  </span>
                )}
                {post.district && <span>{post.district}</span>}
                <span className="truncate text-ink-soft">{`${post.sellerName} · ${post.age}`}</span>
                {post.rating !== null && <RatingMark average={post.rating} count={post.ratings!} />}
              </span>
              <strong className="text-lg tabular-nums">{formatPaise(payablePaise(post))}</strong>
              <Icon name="chevron-right" className="size-4 text-ink-soft" />
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
