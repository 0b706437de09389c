import { useLocation } from 'react-router'

import { listsPath } from '#app/access/paths.ts'
import { useRole } from '#app/accounts/use-viewer.ts'
import { signedInViewer } from '#app/access/viewer.ts'
import { nullOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { NotLoaded } from '#app/connection/not-loaded.tsx'
import { dbContext } from '#app/platform/context.ts'
import { PostList } from '#app/posts/post-list.tsx'
import { type PostPage, useMorePosts } from '#app/posts/use-more-posts.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { listSaved, type SavedPost } from '#app/saved/saved-queries.server.ts'
import { findRefusalText } from '#app/saved/saving-refusals.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { InlineNotice } from '#app/ui/notice.tsx'

import type { Route } from './+types/saved-page'
import { PostButtonForms } from './post-buttons.tsx'
import { SavedCard } from './saved-card.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = signedInViewer(context)
  const listing = await listSaved(context.get(dbContext), viewer, url.searchParams.get('before'))
  /** Why the post of a form without script was not saved. */
  const refusal = findRefusalText(url.searchParams.get('refused'))
  return { listing, refusal }
}

/** Without a connection Load More does not replace the page with an error. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => nullOnFailure(() => serverLoader())

export default function SavedPage({ loaderData }: Route.ComponentProps) {
  const { listing = null, refusal = null } = loaderData ?? {}
  const hasBefore = new URLSearchParams(useLocation().search).has('before')
  return (
    <main id="content" className="mx-auto w-full max-w-page px-4 py-5 md:px-8">
      <PageTitle>Saved</PageTitle>
      <h1 className="mb-3">Saved</h1>
      {refusal && <InlineNotice kind="invalid" text={refusal} />}
      {!listing ? (
        <NotLoaded heading="h2" title="The list did not arrive" />
      ) : listing.posts.length === 0 ? (
        <NothingSaved hasBefore={hasBefore} />
      ) : (
        <SavedList key={listing.posts[0]!.id} firstPage={listing} />
      )}
      <PostButtonForms />
    </main>
  )
}

function SavedList({ firstPage }: { firstPage: PostPage<SavedPost> }) {
  const role = useRole()
  const all = useMorePosts({ firstPage, path: '/saved' })
  // Pages that were added are restored after a reload, also with what was removed since.
  const list = { ...all, posts: all.posts.filter(({ isSaved }) => isSaved) }
  return (
    <PostList
      list={list}
      singular="post"
      plural="posts"
      path="/saved"
      loadsOnScroll={false}
      renderCard={(saved, { isFirst }) => <SavedCard key={saved.id} saved={saved} role={role} isFirst={isFirst} />}
      whenFailed={<p>No connection. Please try again.</p>}
    />
  )
}

function NothingSaved({ hasBefore }: { hasBefore: boolean }) {
  const role = useRole()
  if (hasBefore) {
    return (
      <EmptyState
        title="No older posts"
        action={
          <ButtonLink to="/saved" variant="line">
            See the last saved
          </ButtonLink>
        }
      />
    )
  }
  return (
    <EmptyState
      title="Nothing saved yet"
      text="Press the heart of a post to find it here again."
      action={
        <ButtonLink to={`${listsPath[role]}?tab=books`} variant="line">
          Find a book
        </ButtonLink>
      }
    />
  )
}
