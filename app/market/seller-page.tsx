import { data } from 'react-router'

import { findSeller, type Seller } from '#app/accounts/seller-queries.server.ts'
import { useRole } from '#app/accounts/use-viewer.ts'
import { viewerContext } from '#app/access/viewer.ts'
import { nullOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { NotLoaded } from '#app/connection/not-loaded.tsx'
import { findCompletion } from '#app/orders/completion-queries.server.ts'
import { dbContext } from '#app/platform/context.ts'
import { findTab } from '#app/posts/browse-tabs.ts'
import { describeSeller, sellerPath } from '#app/posts/page/describe-seller.ts'
import { findSellerPosts } from '#app/posts/page/seller-posts-queries.server.ts'
import { PostList } from '#app/posts/post-list.tsx'
import { useMorePosts } from '#app/posts/use-more-posts.ts'
import { findRatingSums } from '#app/ratings/rating-queries.server.ts'
import { changesWith } from '#app/rendering/changes-with.ts'
import { PageHead } from '#app/rendering/page-head.tsx'
import { useSiteName } from '#app/rendering/page-title.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TabPanel, Tabs } from '#app/ui/tabs.tsx'

import type { Route } from './+types/seller-page'
import { renderCardFor } from './market-card.tsx'
import { PostButtonForms } from './post-buttons.tsx'
import { SellerHeader } from './seller-header.tsx'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const seller = await findSeller(db, params.id)
  if (!seller) throw data(null, 404)
  changesWith(context, `seller:${seller.id}`, `list:${seller.id}`, 'sellers')
  const asked = { tab: url.searchParams.get('tab'), before: url.searchParams.get('before') }
  const [listing, rating, completion] = await Promise.all([
    findSellerPosts(db, context.get(viewerContext), seller.id, asked),
    findRatingSums(db, seller.id),
    findCompletion(db, seller.id),
  ])
  return { seller, rating, completion, listing }
}

/** Without a connection Load More and a tab do not replace the page with an error. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => nullOnFailure(() => serverLoader())

/** Everything that a seller offers, by kind. */
export default function SellerPage({ loaderData }: Route.ComponentProps) {
  const siteName = useSiteName()
  if (!loaderData) {
    return (
      <main id="content">
        <NotLoaded heading="h1" title="The page did not arrive" />
      </main>
    )
  }
  const { seller, rating, completion, listing } = loaderData
  return (
    <main id="content" className="mx-auto w-full max-w-page px-4 py-5 md:px-8 md:py-8">
      <PageHead title={seller.name} description={descriptionOf(seller, siteName)} path={sellerPath(seller.id)} />
      <SellerHeader seller={seller} rating={rating} completion={completion} />
      {listing ? (
        <SellerPosts seller={seller} listing={listing} />
      ) : (
        <EmptyState title="Nothing for sale" text={`${seller.name} has no posts at the moment.`} />
      )}
      <PostButtonForms />
    </main>
  )
}

/** For search engines. */
const descriptionOf = (seller: Seller, siteName: string) =>
  `What ${seller.name} sells on ${siteName}. ${describeSeller(seller)}.`.slice(0, 160)

type Listing = NonNullable<NonNullable<Route.ComponentProps['loaderData']>['listing']>

function SellerPosts({ seller, listing }: { seller: Seller; listing: Listing }) {
  const { tabs, tab, posts } = listing
  const path = sellerPath(seller.id)
  const label = findTab(tab)!.label
  // A new instance for each list, so that pages added to one list are not shown in the next.
  const list = <GrowingPosts key={`${tab} ${posts[0]?.id}`} path={path} listing={listing} />
  if (tabs.length === 1) {
    return (
      <section className="mt-6">
        <h2 className="mb-3">{label}</h2>
        {list}
      </section>
    )
  }
  return (
    <>
      <Tabs
        id="kinds"
        label={`What ${seller.name} sells`}
        selected={tab}
        className="mt-6 mb-5"
        tabs={tabs.map((one) => ({ ...one, to: `${path}?tab=${one.name}` }))}
      />
      <TabPanel of="kinds" selected={tab}>
        {list}
      </TabPanel>
    </>
  )
}

function GrowingPosts({ path, listing: { tab, posts, next } }: { path: string; listing: Listing }) {
  const role = useRole()
  const list = useMorePosts({ firstPage: { posts, next }, path, tab })
  const { singular, plural } = findTab(tab)!
  if (list.posts.length === 0) {
    return (
      <EmptyState
        title={`No older ${plural}`}
        action={
          <ButtonLink to={`${path}?tab=${tab}`} variant="line">
            See the newest
          </ButtonLink>
        }
      />
    )
  }
  return (
    <PostList
      list={list}
      singular={singular}
      plural={plural}
      path={path}
      tab={tab}
      loadsOnScroll={false}
      renderCard={renderCardFor(role)}
      whenFailed={<p>No connection. Please try again.</p>}
    />
  )
}
