import { data, Link } from 'react-router'

import { ordersPath } from '#app/access/paths.ts'
import { viewerContext } from '#app/access/viewer.ts'
import { findSeller } from '#app/accounts/seller-queries.server.ts'
import { formatMonth } from '#app/format/dates.ts'
import { findCompletion } from '#app/orders/completion-queries.server.ts'
import { dbContext } from '#app/platform/context.ts'
import { ratingsPath, sellerPath } from '#app/posts/page/describe-seller.ts'
import { findRatingSums, type ListedRating, listRatings, type RatingSums } from '#app/ratings/rating-queries.server.ts'
import { tapLabels } from '#app/ratings/rating-texts.ts'
import { changesWith } from '#app/rendering/changes-with.ts'
import { PageHead } from '#app/rendering/page-head.tsx'
import { ReportLink } from '#app/reports/report-link.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Stars } from '#app/ui/stars.tsx'

import type { Route } from './+types/seller-ratings-page'
import { SellerRating } from './seller-header.tsx'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const seller = await findSeller(db, params.id)
  if (!seller) throw data(null, 404)
  changesWith(context, `seller:${seller.id}`, 'sellers')
  const before = url.searchParams.get('before')
  const [sums, completion, { rows, next }] = await Promise.all([
    findRatingSums(db, seller.id),
    findCompletion(db, seller.id),
    listRatings(db, seller.id, before),
  ])
  const isOwn = context.get(viewerContext)?.id === seller.id
  // Only the seller is led to the order.
  const ratings = rows.map(({ orderId, ...rating }) => ({ ...rating, orderId: isOwn ? orderId : null }))
  return { seller: { id: seller.id, name: seller.name, kind: seller.kind }, sums, completion, ratings, before, next }
}

/** What buyers wrote about a seller. */
export default function SellerRatingsPage({ loaderData }: Route.ComponentProps) {
  const { seller, sums, completion, ratings, before, next } = loaderData
  const path = ratingsPath(seller.id)
  const title = `Ratings of ${seller.name}`
  return (
    <main id="content" className="mx-auto w-full max-w-180 px-4 py-4 md:px-8 md:py-6">
      <PageHead
        title={title}
        description={`What buyers say about ${seller.name}.`.slice(0, 160)}
        path={path}
        isListed={before === null}
      />
      <Link
        to={sellerPath(seller.id)}
        className="inline-flex min-h-11 items-center gap-1 text-xs text-ink-soft hover:text-ink"
      >
        <Icon name="chevron-left" className="size-4" /> All posts
      </Link>
      <h1 className="wrap-anywhere">{title}</h1>
      <SellerRating sellerId={seller.id} rating={sums} completion={completion} />
      {sums && <TapShares sums={sums} />}
      {ratings.length > 0 ? (
        <ul className="mt-4 border-b border-rule">
          {ratings.map((rating) => (
            <RatingItem key={rating.id} rating={rating} sellerKind={seller.kind} />
          ))}
        </ul>
      ) : (
        <EmptyState
          title={before ? 'No older ratings' : 'No ratings yet'}
          text={
            before ? undefined : 'Buyers rate a deal when it is completed. Both sides do, without seeing the other’s.'
          }
          action={
            <ButtonLink to={before ? path : sellerPath(seller.id)} variant="line">
              {before ? 'See the newest' : 'See all posts'}
            </ButtonLink>
          }
        />
      )}
      {next && (
        <p className="flex justify-center py-6">
          <ButtonLink to={`${path}?before=${next}`} variant="line">
            Older ratings
          </ButtonLink>
        </p>
      )}
    </main>
  )
}

/** How many of those who were asked said yes, in percent. */
function TapShares({ sums }: { sums: RatingSums }) {
  const shares = [
    { label: tapLabels.asPromised, yes: sums.promised, of: sums.promisedOf },
    { label: tapLabels.communication, yes: sums.communication, of: sums.communicationOf },
    { label: tapLabels.useful, yes: sums.useful, of: sums.usefulOf },
  ].filter(({ of }) => of > 0)
  if (shares.length === 0) return null
  return (
    <dl className="mt-2 flex flex-wrap gap-x-8 gap-y-2 text-sm">
      {shares.map(({ label, yes, of }) => (
        <div key={label}>
          <dt className="text-xs text-ink-soft">{label}</dt>
          <dd className="font-semibold tabular-nums">{Math.round((yes / of) * 100)}%</dd>
        </div>
      ))}
    </dl>
  )
}

interface RatingItemProps {
  rating: Omit<ListedRating, 'orderId'> & { orderId: string | null }
  sellerKind: 'student' | 'store'
}

/** Buyers are not named: many of them are children. */
function RatingItem({ rating, sellerKind }: RatingItemProps) {
  const { id, stars, itemName, createdAt, words, answer, orderId } = rating
  return (
    <li className="grid gap-1.5 border-t border-rule py-4 text-sm wrap-anywhere">
      <p className="flex flex-wrap items-center gap-x-2">
        <Stars stars={stars} />
        <span className="text-xs text-ink-soft">A buyer · {formatMonth(createdAt)}</span>
      </p>
      <p className="text-xs text-ink-soft">{itemName}</p>
      {words && <p className="text-base whitespace-pre-line">{words}</p>}
      {answer && (
        <p className="border-l-3 border-rule pl-3 whitespace-pre-line text-ink-soft">
          <b>The seller: </b>
          {answer}
        </p>
      )}
      {words && !orderId && <ReportLink reported="rating" id={id} label="Report" />}
      {orderId && (
        <Link
          to={`${ordersPath[sellerKind]}?first=${orderId}`}
          className="inline-flex min-h-11 items-center justify-self-start font-medium text-accent-ink"
        >
          {answer ? 'Open the order' : 'Answer or report'}
        </Link>
      )}
    </li>
  )
}
