import { data, Form, Link, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'

import { logInPath } from '#app/access/log-in-path.ts'
import { commentsPath, listsPath, myPostsPath } from '#app/access/paths.ts'
import { useRole, useViewer } from '#app/accounts/use-viewer.ts'
import { viewerContext } from '#app/access/viewer.ts'
import { listComments, noComments } from '#app/comments/comment-queries.server.ts'
import { markCommentsSeen } from '#app/comments/mark-comments-seen.server.ts'
import { CommentSection } from '#app/comments/comment-section.tsx'
import { newIdempotencyKey } from '#app/forms/new-idempotency-key.ts'
import { HowItWorks } from '#app/orders/how-it-works.tsx'
import { configContext, dbContext, searchDbContext } from '#app/platform/context.ts'
import { isId } from '#app/platform/ids.server.ts'
import { browseTabs } from '#app/posts/browse-tabs.ts'
import { mayDealIn } from '#app/posts/deal-rules.ts'
import { describeStock, soldOutText } from '#app/posts/describe-stock.ts'
import { hasPdfs } from '#app/posts/has-pdfs.ts'
import { OtherCopies } from '#app/posts/page/other-copies.tsx'
import { PictureGallery } from '#app/posts/page/picture-gallery.tsx'
import {
  findOtherCopies,
  findPostDetails,
  findPostsLike,
  findSimilarPosts,
  type PostDetails,
} from '#app/posts/page/post-details-queries.server.ts'
import { ConditionNote, PostFacts } from '#app/posts/page/post-facts.tsx'
import { copiesId, postPath, slugOf } from '#app/posts/page/post-path.ts'
import { viewCounterContext } from '#app/posts/page/view-counter-context.ts'
import { SellerCard } from '#app/posts/page/seller-card.tsx'
import { ShareButton, ShareDialog } from '#app/posts/page/share-post.tsx'
import { SimilarPosts } from '#app/posts/page/similar-posts.tsx'
import { PostCover } from '#app/posts/post-cover.tsx'
import type { ListedPost } from '#app/posts/post-queries.server.ts'
import type { PostKind } from '#app/posts/post-rules.ts'
import { kindWords } from '#app/posts/post-texts.ts'
import { PreviewButton } from '#app/posts/preview/preview-button.tsx'
import { Price } from '#app/posts/price.tsx'
import { searchNameMax } from '#app/posts/search/search-rules.ts'
import { PostHead } from '#app/posts/sharing/post-head.tsx'
import { shareVersionOf } from '#app/posts/sharing/share-version.server.ts'
import { ReportLink } from '#app/reports/report-link.tsx'
import { changesWith, shownPosts, shownSellers } from '#app/rendering/changes-with.ts'
import { PageHead } from '#app/rendering/page-head.tsx'
import { changesOnly } from '#app/rendering/same-page.ts'
import { SaveButtonOfPage } from '#app/saved/save-button.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Field } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'

import type { Route } from './+types/post-page'
import { BuyButton, PostButtonForms } from './post-buttons.tsx'
import { postDialogParams } from './post-dialog-address.ts'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext)
  const [db, searchDb] = [context.get(dbContext), context.get(searchDbContext)]
  if (!isId(params.id)) throw data(null, 404)
  const post = await findPostDetails(db, viewer, params.id)
  if (!post) {
    const similar = await findPostsLike(searchDb, viewer, params.slug ?? '')
    return data({ post: null, similar, words: wordsOfSlug(params.slug) }, { status: 410 })
  }
  if (params.slug !== slugOf(post)) throw redirect(postPath(post) + url.search, 301)

  const counter = context.get(viewCounterContext)
  if (viewer && !post.isOwn) counter.count(post.id) // server/http/count-visits.ts counts visitors
  const mayComment = viewer !== null && mayDealIn(viewer.kind, post.kind)
  const [comments, { posts: copies, sellerIds }, alike, views] = await Promise.all([
    post.hasComments ? listComments(db, viewer, post.id, url.searchParams.get('from')) : noComments,
    post.copies > (post.isSoldOut ? 0 : 1) ? findOtherCopies(db, viewer, post.id) : noPosts,
    findSimilarPosts(searchDb, viewer, post),
    post.isOwn ? counter.find(post.id) : null,
    post.isOwn && post.hasComments && markCommentsSeen(db, post.id),
  ])
  const similar = alike.filter(({ id }) => !copies.some((copy) => copy.id === id))
  // New copies and similar posts may come some minutes later.
  changesWith(context, ...shownPosts([post, ...copies, ...similar]), ...shownSellers([post.seller.id, ...sellerIds]))
  return {
    post,
    comments,
    copies,
    views,
    shareVersion: shareVersionOf(post),
    similar,
    // Without PUBLIC_URL script knows where one is; the page cache leaves the dialog without script alone (server/http/page-cache.ts).
    publicUrl: context.get(configContext).publicUrl ?? (url.searchParams.has('share') ? url.origin : null),
    commentKey: mayComment ? newIdempotencyKey() : null,
  }
}

const noPosts = { posts: [], sellerIds: [] }

export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) =>
  changesOnly(postDialogParams, args) ? false : args.defaultShouldRevalidate

export default function PostPage({ loaderData }: Route.ComponentProps) {
  const isVisitor = useViewer() === null
  if (loaderData.post === null) return <GonePage {...loaderData} />
  const { post, comments, copies, similar, views, commentKey, publicUrl, shareVersion } = loaderData
  return (
    <main id="content" className="mx-auto w-full max-w-page px-4 pt-4 md:px-8 md:pt-6">
      <PostHead post={post} shareVersion={shareVersion} />
      <Breadcrumb kind={post.kind} />
      <article aria-label={post.name} className="grid gap-x-14 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="md:col-start-1">
          <Pictures post={post} />
        </div>
        <aside className="mt-4 grid content-start gap-3.5 md:col-start-2 md:row-span-3 md:row-start-1 md:mt-0">
          <Offer post={post} publicUrl={publicUrl} hasOtherCopies={copies.length > 0} />
          <section className="mt-4">
            <h2 className="mb-3 text-xl">Seller</h2>
            <SellerCard post={post} />
          </section>
          <OtherCopies copies={copies} />
        </aside>
        <div className="md:col-start-1">
          <section className="mt-8">
            <h2 className="mb-3">About this {kindWords[post.kind].inTitle}</h2>
            <PostFacts post={post} />
            {views !== null && (
              <p className="mt-3 text-sm text-ink-soft">
                Seen {views === 1 ? 'once' : `${views} times`} by others since you posted it.
              </p>
            )}
          </section>
          <CommentSection
            postId={post.id}
            isOwnPost={post.isOwn}
            page={comments}
            formKey={commentKey}
            logInPath={isVisitor ? logInPath(commentsPath(post.id)) : null}
          />
        </div>
      </article>
      <SimilarPosts title="Similar posts" posts={similar} />
      <BuyBar post={post} />
      <PostButtonForms />
      <ShareDialog post={post} publicUrl={publicUrl} />
    </main>
  )
}

/** The way up: the list of the post's kind. */
function Breadcrumb({ kind }: { kind: PostKind }) {
  const role = useRole()
  const tab = browseTabs.find((one) => one.kind === kind)!
  return (
    <nav aria-label="Breadcrumb" className="-mt-2 mb-1 text-xs">
      <Link
        to={`${listsPath[role]}?tab=${tab.name}`}
        className="inline-flex min-h-11 items-center gap-1 text-ink-soft hover:text-ink"
      >
        <Icon name="chevron-left" className="size-4" /> {tab.label}
      </Link>
    </nav>
  )
}

function Pictures({ post }: { post: PostDetails }) {
  if (post.pictures.length > 0) return <PictureGallery name={post.name} pictures={post.pictures} />
  return (
    <div className="max-w-60">
      <PostCover post={post} maxWidth={240} sizes="240px" isFirst />
    </div>
  )
}

interface OfferProps {
  post: PostDetails
  /** PUBLIC_URL; null if it is not configured. */
  publicUrl: string | null
  hasOtherCopies: boolean
}

/** Name, price and condition, with the buttons. On phones Buy is in the bar at the bottom (BuyBar). */
function Offer({ post, publicUrl, hasOtherCopies }: OfferProps) {
  const role = useRole()
  const stock = describeStock(post)
  return (
    <>
      <div>
        <h1 className="leading-[1.15] wrap-anywhere">{post.name}</h1>
        {post.authorName && <p className="mt-1 text-ink-soft">{post.authorName}</p>}
      </div>
      <div className="text-[1.25rem] [&_.price-paid]:text-[2rem]">
        <Price of={post} />
      </div>
      {/* Others read it in place of Buy. */}
      {stock && (!post.isSoldOut || post.isOwn) && <p className="text-sm font-semibold">{stock}</p>}
      {post.condition && <ConditionNote condition={post.condition} />}
      <div className="grid gap-2">
        <MainButton post={post} className="hidden md:inline-flex" />
        {post.isSoldOut && hasOtherCopies && (
          <ButtonLink to={`#${copiesId}`} variant="line">
            See other copies
          </ButtonLink>
        )}
        <div className="flex flex-wrap gap-2 *:grow">
          {hasPdfs(post.kind) && <PreviewButton post={post} variant="line" />}
          <SaveButtonOfPage post={post} role={role} variant="line" />
          <ShareButton post={post} publicUrl={publicUrl} />
          {post.isOwn && (
            <ButtonLink to={`${myPostsPath[post.seller.kind]}?delete=${post.id}`} variant="line">
              <Icon name="trash" /> Delete
            </ButtonLink>
          )}
        </div>
        {!post.isOwn && !post.isSoldOut && <HowItWorks post={post} className="mt-1.5" />}
        {!post.isOwn && <ReportLink reported="post" id={post.id} label="Report this post" />}
      </div>
    </>
  )
}

/** The seller has Edit in place of Buy; a store has no Buy for a course. What is sold out says so. */
function MainButton({ post, className }: { post: PostDetails; className: string }) {
  const role = useRole()
  if (post.isOwn) {
    return (
      <ButtonLink
        to={`${myPostsPath[post.seller.kind]}?edit=${post.id}`}
        variant="ink"
        className={`min-h-12 ${className}`}
      >
        Edit
      </ButtonLink>
    )
  }
  if (role !== 'visitor' && !mayDealIn(role, post.kind)) return null
  if (post.isSoldOut) {
    return (
      <p className={`items-center justify-center rounded-md bg-leaf px-4 py-3 text-center font-semibold ${className}`}>
        {soldOutText}
      </p>
    )
  }
  return <BuyButton post={post} role={role} variant="main" className={className} />
}

/** Stays at the bottom of a phone's screen until the footer comes. */
function BuyBar({ post }: { post: PostDetails }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-8 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t max-[24rem]:[&_s]:hidden border-rule bg-sheet px-4 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] md:hidden">
      <Price of={post} />
      <MainButton post={post} className="max-w-48 min-w-24 grow" />
    </div>
  )
}

/** What the address said of the post. */
const wordsOfSlug = (slug = '') => slug.replaceAll('-', ' ').slice(0, searchNameMax)

const goneText = 'It was sold, or its seller has deleted it.'

/** The post was deleted, or never existed: its id does not tell which. */
function GonePage({ similar, words }: { similar: ListedPost[]; words: string }) {
  return (
    <main id="content" className="mx-auto w-full max-w-page px-4 py-6 md:px-8">
      <PageHead title="This post is gone" description={goneText} path={null} />
      <EmptyState
        heading="h1"
        title="This post is gone."
        text={goneText}
        action={
          <ButtonLink to="/?tab=books" variant="line">
            See all books
          </ButtonLink>
        }
      />
      <search className="mx-auto block max-w-160">
        <Form method="get" action="/search" className="flex flex-wrap items-end gap-3">
          <Field label="Search for another" name="q" type="search" defaultValue={words} className="grow basis-48" />
          <Button type="submit" variant="line" className="min-h-12">
            Search
          </Button>
        </Form>
      </search>
      <SimilarPosts title="Similar posts" posts={similar} />
    </main>
  )
}
