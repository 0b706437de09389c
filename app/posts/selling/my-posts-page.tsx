import {
  data,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router'

import { wantedPath } from '#app/access/paths.ts'
import { signedInViewer } from '#app/access/viewer.ts'
import { nullOnFailure, keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { receiveForm } from '#app/files/receive-form.server.ts'
import { refuseFiles } from '#app/files/refuse-files.server.ts'
import { storageContext } from '#app/files/storage/storage-context.ts'
import { uploadQuota } from '#app/files/upload-quota.server.ts'
import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import { type Answer, type FormErrors, readForm } from '#app/forms/forms.ts'
import { answerTooMany, refuseTooMany, senderOf } from '#app/limits/refuse-too-many.server.ts'
import { dbContext } from '#app/platform/context.ts'
import { hasPdfs } from '#app/posts/has-pdfs.ts'
import { editRules } from '#app/posts/kinds/edited-post.ts'
import { filesOf, notAPdf, notAPicture, postChangeLimit, type PostKind, tooFewPictures } from '#app/posts/post-rules.ts'
import { previewMakerContext } from '#app/posts/preview/preview-maker-context.ts'
import { managingTexts } from '#app/posts/post-texts.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TabPanel, Tabs } from '#app/ui/tabs.tsx'

import type { Route } from './+types/my-posts-page'
import { DeletePostDialog } from './delete-post-dialog.tsx'
import { deletePost } from './delete-post.server.ts'
import { EditPostDialog } from './edit-post-dialog.tsx'
import { OwnPostCard } from './own-post-card.tsx'
import { findOwnPost, listOwnPosts } from './own-post-queries.server.ts'
import { FileGone, TooFewPictures } from './post-files.server.ts'
import { updatePost } from './update-post.server.ts'

type SellerKind = 'student' | 'store'

interface Tab {
  name: string
  label: string
  /** Null: all kinds. */
  kind: PostKind | null
}

const books: Tab = { name: 'books', label: 'Books', kind: 'book' }
const novels: Tab = { name: 'novels', label: 'Novels', kind: 'novel' }

const tabs: Record<SellerKind, Tab[]> = {
  student: [
    books,
    novels,
    { name: 'notes', label: 'Notes', kind: 'note' },
    { name: 'courses', label: 'Course Materials', kind: 'course' },
  ],
  store: [{ name: 'all', label: 'All', kind: null }, books, novels],
}

/**
 * Reads seller kind, tab and the list's query from a URL. Without `tab` it is the tab of the opened post's kind, as after
 * Edit on a card of the market, or else the first.
 */
function screenOf({ pathname, search }: { pathname: string; search: string }, post?: { kind: PostKind } | null) {
  const seller: SellerKind = decodeURIComponent(pathname).toLowerCase().startsWith('/alterposts') ? 'store' : 'student'
  const query = new URLSearchParams(search)
  const find = (matches: (tab: Tab) => boolean) => tabs[seller].find(matches)
  const named = find(({ name }) => name === query.get('tab'))
  const tab = named ?? find(({ kind }) => kind !== null && kind === post?.kind) ?? tabs[seller][0]!
  const before = query.get('before')
  const list = `?${new URLSearchParams({ tab: tab.name, ...(before && { before }) })}`
  return { seller, query, tab, list }
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const seller = signedInViewer(context)
  const db = context.get(dbContext)
  const { query } = screenOf(url)
  const id = query.get('edit') ?? query.get('delete')
  const post = id === null ? null : await findOwnPost(db, seller, id)
  if (id !== null && !post) throw data(null, 404)
  const { tab } = screenOf(url, post)
  const page = await listOwnPosts(db, seller, { kind: tab.kind, before: query.get('before') })
  return { page, post, hasFailed: false }
}

/** Without a connection it shows a notice instead of the error page. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const nothing = { page: { posts: [], next: null }, post: null, hasFailed: true }
  return (await nullOnFailure(() => serverLoader())) ?? nothing
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const seller = signedInViewer(context)
  const [db, storage] = [context.get(dbContext), context.get(storageContext)]
  const { query } = screenOf(url)
  const redirectToList = (done: string, post: { kind: PostKind }) =>
    redirect(`${url.pathname}${screenOf(url, post).list}&done=${done}`, 303)

  const refuseIfTooMany = async (typed: Record<string, string> = {}) => {
    const tooMany = await refuseTooMany(db, postChangeLimit, senderOf(context, seller.id))
    return tooMany && answerTooMany(context, tooMany, typed)
  }

  const deletedId = query.get('delete')
  if (deletedId !== null) {
    const post = await findOwnPost(db, seller, deletedId)
    if (!post) throw data(null, 404)
    const tooMany = await refuseIfTooMany()
    if (tooMany) return tooMany
    if (!(await deletePost(db, storage, seller, post.id))) throw data(null, 404)
    return redirectToList('deleted', post)
  }

  const post = await findOwnPost(db, seller, query.get('edit') ?? '')
  if (!post) throw data(null, 404)
  const quota = uploadQuota(db, senderOf(context, seller.id))
  const received = await receiveForm(request, { db, storage, quota, ...filesOf[post.kind] })
  const form = readForm(editRules(seller.kind, post), received.form)
  const refuse = (errors: FormErrors) => data({ errors, typed: form.typed }, 400)
  const refused = refuseFiles(context, received.problems, { notAPicture, notAPdf })
  if (refused) return data({ errors: refused.errors, typed: form.typed }, refused.init)
  if (!form.ok) return refuse(form.errors)
  const tooMany = await refuseIfTooMany(form.typed)
  if (tooMany) return tooMany
  try {
    if (!(await updatePost(db, storage, seller, { id: post.id, edited: form.values }))) throw data(null, 404)
  } catch (error) {
    if (error instanceof FileGone) return refuse({ [error.field]: 'Please choose the file again.' })
    if (error instanceof TooFewPictures) return refuse({ [error.field]: tooFewPictures })
    throw error
  }
  if (hasPdfs(post.kind)) context.get(previewMakerContext).request(post.id)
  return redirectToList('updated', post)
}

export const clientAction = ({ serverAction, request }: Route.ClientActionArgs) =>
  keepPageOnFailure(
    () => serverAction(),
    new URL(request.url).searchParams.has('delete') ? managingTexts.deleteFailed : managingTexts.updateFailed,
  )

/** Closing a dialog or the notice of success needs no new data, so it works without a connection. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isOpen = ({ searchParams }: URL) => ['edit', 'delete', 'done'].some((name) => searchParams.has(name))
  const isSameList = currentUrl.pathname === nextUrl.pathname && screenOf(currentUrl).list === screenOf(nextUrl).list
  return isSameList && isOpen(currentUrl) && !isOpen(nextUrl) ? false : defaultShouldRevalidate
}

export default function MyPostsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, post, hasFailed } = loaderData
  const location = useLocation()
  const navigate = useNavigate()
  const { seller, query, tab, list } = screenOf(location, post)
  const backToList = () => void navigate(list, { replace: true, preventScrollReset: true })

  const isEditing = query.has('edit') && post !== null
  const isDeleting = query.has('delete') && post !== null
  const openingId = new URLSearchParams(useNavigation().location?.search).get('edit')
  const answer = actionData ?? noticeOf(seller, query.get('done'), hasFailed)

  return (
    <main id="content" className="mx-auto w-full max-w-page px-4 py-5 md:px-8">
      <PageTitle>Manage Your Posts</PageTitle>
      <h1>Manage Your Posts</h1>
      <Tabs
        id="posts"
        label="Kinds"
        selected={tab.name}
        className="mt-4 mb-5"
        tabs={tabs[seller].map(({ name, label }) => ({ name, label, to: `?tab=${name}` }))}
      />
      <TabPanel of="posts" selected={tab.name}>
        <AnswerNotice key={location.key} answer={answer} onSuccess={backToList} />
        {hasFailed ? (
          <EmptyState
            title="The list did not arrive"
            text="Look at your connection, then try again."
            action={
              <ButtonLink to={location.search} variant="main">
                Try again
              </ButtonLink>
            }
          />
        ) : page.posts.length === 0 ? (
          <NothingPosted seller={seller} kind={tab.kind} isFirstPage={!query.has('before')} list={`?tab=${tab.name}`} />
        ) : (
          <div className="grid gap-4 md:grid-cols-2 md:gap-5">
            {page.posts.map((one) => (
              <OwnPostCard
                key={one.id}
                post={one}
                list={list}
                hasLabel={tab.kind === null}
                isOpening={openingId === one.id}
              />
            ))}
          </div>
        )}
        {page.next && (
          <div className="grid justify-items-center py-6">
            <ButtonLink to={`?tab=${tab.name}&before=${page.next}`} variant="line">
              Older posts
            </ButtonLink>
          </div>
        )}
      </TabPanel>
      {isEditing && (
        <EditPostDialog key={post.id} seller={seller} post={post} answer={actionData} onClose={backToList} />
      )}
      {isDeleting && <DeletePostDialog seller={seller} post={post} onClose={backToList} />}
    </main>
  )
}

interface NothingPostedProps {
  seller: SellerKind
  kind: PostKind | null
  isFirstPage: boolean
  list: string
}

function NothingPosted({ seller, kind, isFirstPage, list }: NothingPostedProps) {
  if (!isFirstPage) {
    return (
      <EmptyState
        title="No older posts"
        action={
          <ButtonLink to={list} variant="line">
            See the newest
          </ButtonLink>
        }
      />
    )
  }
  const isNotes = kind !== null && hasPdfs(kind)
  const place = seller === 'store' ? '/CreatePost' : isNotes ? '/CreateCourseAndNotes' : '/CreateBooksAndNovels'
  const word = { book: 'a book', novel: 'a novel', note: 'notes', course: 'course materials' }[kind ?? 'book']
  return (
    <EmptyState
      title="Nothing posted yet"
      text={isNotes ? 'Two PDFs and a price are enough.' : 'Two pictures and a price are enough.'}
      action={
        <div className="grid justify-items-center gap-2">
          <ButtonLink to={`${place}?tab=${kind ?? 'book'}s`} variant="main">
            Upload {word}
          </ButtonLink>
          <ButtonLink to={wantedPath}>See which books people look for</ButtonLink>
        </div>
      }
    />
  )
}

function noticeOf(seller: SellerKind, done: string | null, hasFailed: boolean): Answer | undefined {
  const texts = managingTexts[seller]
  if (hasFailed) return { notice: { kind: 'error', text: texts.fetchFailed } }
  if (done === 'updated') return { notice: { kind: 'success', text: managingTexts.updated } }
  if (done === 'deleted') return { notice: { kind: 'success', text: texts.deleted } }
  return undefined
}
