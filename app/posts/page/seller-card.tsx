import { formatMonth } from '#app/format/dates.ts'

import type { PostDetails } from './post-details-queries.server.ts'

const kindTexts = { student: 'Student', store: 'Book store' }

/** Who sells a post: for a store its district, for a student the college. */
export function SellerCard({ post: { sellerName, seller } }: { post: PostDetails }) {
  const facts = [kindTexts[seller.kind], seller.district ?? seller.college, `since ${formatMonth(seller.since)}`]
  return (
    <div className="grid grid-cols-[52px_minmax(0,1fr)] items-center gap-x-3.5 rounded-md border border-rule p-4">
      <span
        aria-hidden="true"
        className="row-span-2 grid size-13 place-items-center rounded-md bg-leaf font-display text-xl font-semibold"
      >
        {Array.from(sellerName)[0]?.toUpperCase()}
      </span>
      <b className="truncate font-semibold">{sellerName}</b>
      <p className="text-xs text-ink-soft wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
    </div>
  )
}
