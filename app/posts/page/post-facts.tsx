import { formatDateTime } from '#app/format/dates.ts'
import { ConditionBadge, ConditionScale } from '#app/posts/condition-badge.tsx'
import { conditionOf } from '#app/posts/conditions.ts'

import type { PostDetails } from './post-details-queries.server.ts'

/** The condition, and in a sentence what it means. */
export function ConditionNote({ condition }: { condition: string }) {
  return (
    <div className="grid gap-1.5 rounded-md bg-leaf px-3.5 py-3 text-sm">
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <ConditionBadge condition={condition} />
        <ConditionScale condition={condition} />
      </p>
      <p className="text-ink-soft">{conditionOf(condition)?.meaning}</p>
    </div>
  )
}

/** The seller's description, and what is known about the post as a table. */
export function PostFacts({ post }: { post: PostDetails }) {
  const facts = [
    ['Class', post.className],
    ['Stream', post.stream],
    ['Category', post.category],
    ['College', post.collegeName],
    ['Year', post.publishYear],
    ['ISBN', post.isbn],
    ['District', post.district],
    ['Pages', pagesText(post.pageCounts)],
  ].filter(([, value]) => value)
  return (
    <>
      {post.description && <p className="mb-4 max-w-[65ch] whitespace-pre-line">{post.description}</p>}
      <dl className="grid gap-x-8 text-sm md:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label} className={factLook}>
            <dt className="text-ink-soft">{label}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
        <div className={factLook}>
          <dt className="text-ink-soft">Posted</dt>
          <dd className="font-medium">
            <time dateTime={post.createdAt.toISOString()} title={formatDateTime(post.createdAt)}>
              {post.age}
            </time>
          </dd>
        </div>
      </dl>
    </>
  )
}

const factLook = 'grid grid-cols-[7rem_minmax(0,1fr)] gap-3 border-t border-rule py-2.5'

/** "PDF 1: 64 pages, PDF 2: 1 page"; null without PDFs. */
function pagesText(counts: (number | null)[]) {
  const known = counts.map((count, n) => count && `PDF ${n + 1}: ${count} ${count === 1 ? 'page' : 'pages'}`)
  return known.filter(Boolean).join(', ') || null
}
