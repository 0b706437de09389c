import { Link } from 'react-router'

import type { Seller } from '#app/accounts/seller-queries.server.ts'
import { useViewer } from '#app/accounts/use-viewer.ts'
import { Picture } from '#app/files/pictures/picture.tsx'
import { type Completion, describeCompletion } from '#app/orders/describe-completion.ts'
import { describeSeller, ratingsPath } from '#app/posts/page/describe-seller.ts'
import type { RatingSums } from '#app/ratings/rating-queries.server.ts'
import { SellerLetter } from '#app/posts/page/seller-card.tsx'
import { ReportLink } from '#app/reports/report-link.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { RatingMark } from '#app/ui/stars.tsx'

interface SellerHeaderProps extends SellerRatingProps {
  seller: Seller
}

/** Who the seller is, and for a store where and how to reach it. */
export function SellerHeader({ seller, rating, completion }: SellerHeaderProps) {
  const { name, picture, address, phone } = seller
  const isOwn = useViewer()?.id === seller.id
  return (
    <div className="flex items-start gap-4 md:gap-6">
      {picture ? (
        <Picture
          file={picture}
          alt=""
          maxWidth={128}
          sizes="(width >= 47.5rem) 128px, 80px"
          loading="eager"
          className="size-20 max-w-none flex-none rounded-md object-cover md:size-32"
        />
      ) : (
        <SellerLetter name={name} className="size-20 flex-none text-3xl md:size-32 md:text-4xl" />
      )}
      <div className="min-w-0">
        <h1 className="leading-[1.15] wrap-anywhere">{name}</h1>
        <p className="mt-1 text-sm text-ink-soft wrap-anywhere">{describeSeller(seller)}</p>
        <SellerRating sellerId={seller.id} rating={rating} completion={completion} />
        {(address || phone) && (
          <address className="mt-2 text-sm not-italic">
            {address && <p className="max-w-[65ch] whitespace-pre-line wrap-anywhere">{address}</p>}
            {phone && (
              <a href={`tel:+91${phone}`} className="inline-flex min-h-11 items-center gap-2 font-medium">
                <Icon name="phone" /> {phone}
              </a>
            )}
          </address>
        )}
        {!isOwn && <ReportLink reported="person" id={seller.id} label="Report this seller" />}
      </div>
    </div>
  )
}

interface SellerRatingProps {
  /** Null: nobody has rated yet. */
  rating: RatingSums | null
  /** Null: too few orders to say. */
  completion: Completion | null
}

/** What buyers say, as a link to their words, and how many orders come to their end. */
export function SellerRating({ sellerId, rating, completion }: SellerRatingProps & { sellerId: string }) {
  if (!rating && !completion) return null
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-4 text-sm">
      {rating && (
        <Link to={ratingsPath(sellerId)} className="inline-flex min-h-11 items-center font-semibold">
          <RatingMark average={rating.average} count={rating.ratings} />
        </Link>
      )}
      {completion && <span>{describeCompletion(completion)}</span>}
    </p>
  )
}
