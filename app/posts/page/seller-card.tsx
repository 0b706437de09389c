import { Link } from 'react-router'

import { Icon } from '#app/ui/icon.tsx'
import { RatingMark } from '#app/ui/stars.tsx'

import { describeSeller, sellerPath } from './describe-seller.ts'
import type { PostDetails } from './post-details-queries.server.ts'

/** Who sells a post, as a link to the seller's page. */
export function SellerCard({ post: { sellerName, seller, rating, ratings } }: { post: PostDetails }) {
  return (
    <Link
      to={sellerPath(seller.id)}
      className="grid grid-cols-[52px_minmax(0,1fr)_auto] items-center gap-x-3.5 rounded-md border border-rule p-4 no-underline hover:border-edge"
    >
      <SellerLetter name={sellerName} className="row-span-3 size-13 self-start text-xl" />
      <b className="truncate font-semibold">{sellerName}</b>
      <Icon name="chevron-right" className="col-start-3 row-span-3 size-5 text-ink-soft" />
      <span className="col-start-2 text-xs text-ink-soft wrap-anywhere">{describeSeller(seller)}</span>
      {rating !== null && (
        <RatingMark average={rating} count={ratings!} className="col-start-2 mt-1 text-sm font-semibold" />
      )}
    </Link>
  )
}

/** In place of a picture. */
export function SellerLetter({ name, className }: { name: string; className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`grid place-items-center rounded-md bg-leaf font-display font-semibold ${className}`}
    >
      {Array.from(name)[0]?.toUpperCase()}
    </span>
  )
}
