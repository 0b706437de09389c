import type { Seller } from '#app/accounts/seller-queries.server.ts'
import { Picture } from '#app/files/pictures/picture.tsx'
import { describeSeller } from '#app/posts/page/describe-seller.ts'
import { SellerLetter } from '#app/posts/page/seller-card.tsx'
import { Icon } from '#app/ui/icon.tsx'

/** Who the seller is, and for a store where and how to reach it. */
export function SellerHeader({ seller }: { seller: Seller }) {
  const { name, picture, address, phone } = seller
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
      </div>
    </div>
  )
}
