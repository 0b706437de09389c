import { useRef, useState } from 'react'
import { data, Link, redirect, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'

import { findDistrict } from '#app/accounts/account-queries.server.ts'
import { wantedPath } from '#app/access/paths.ts'
import { signedInViewer } from '#app/access/viewer.ts'
import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { receiveForm } from '#app/files/receive-form.server.ts'
import { refuseFiles } from '#app/files/refuse-files.server.ts'
import { dropUntaken } from '#app/files/storage/drop-files.server.ts'
import { storageContext } from '#app/files/storage/storage-context.ts'
import { uploadQuota } from '#app/files/upload-quota.server.ts'
import { AnswerNotice } from '#app/forms/answer-notice.tsx'
import { type Answer, type FormErrors, readForm } from '#app/forms/forms.ts'
import { newIdempotencyKey } from '#app/forms/new-idempotency-key.ts'
import { isPlainForm } from '#app/forms/plain-form.server.ts'
import { refuseTooMany, senderOf, tooManyRequests } from '#app/limits/refuse-too-many.server.ts'
import { configContext, dbContext } from '#app/platform/context.ts'
import { hasPdfs } from '#app/posts/has-pdfs.ts'
import { type NewPost, newPostRules } from '#app/posts/kinds/new-post.ts'
import type { SharedPost } from '#app/posts/page/share-post.tsx'
import { filesOf, newPostLimit, notAPdf, notAPicture, type PostKind } from '#app/posts/post-rules.ts'
import { previewMakerContext } from '#app/posts/preview/preview-maker-context.ts'
import { uploadedBefore, uploadTexts } from '#app/posts/post-texts.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { onlyQueryChanges } from '#app/rendering/same-page.ts'
import { TabPanel, Tabs } from '#app/ui/tabs.tsx'

import type { Route } from './+types/upload-page'
import { findClassNames } from './class-names.server.ts'
import { createPost, findCreated, KeyUsed } from './create-post.server.ts'
import { findUploaded } from './own-post-queries.server.ts'
import { FileGone } from './post-files.server.ts'
import { UploadForm } from './upload-forms.tsx'
import { UploadedPost } from './uploaded-post.tsx'

interface Screen {
  title: string
  tabs: { name: string; label: string; kind: PostKind }[]
}

const booksAndNovels: Screen['tabs'] = [
  { name: 'books', label: 'Upload Books', kind: 'book' },
  { name: 'novels', label: 'Upload Novels', kind: 'novel' },
]

const screens: Record<string, Screen> = {
  '/createbooksandnovels': { title: 'Upload Books/Novels', tabs: booksAndNovels },
  '/createpost': { title: 'Upload Books / Novels', tabs: booksAndNovels },
  '/createcourseandnotes': {
    title: 'Upload Notes/Course Materials',
    tabs: [
      { name: 'notes', label: 'Upload Notes', kind: 'note' },
      { name: 'courses', label: 'Upload Course Materials', kind: 'course' },
    ],
  },
}

/** The screen of a path, in any case and with trailing slashes, and the tab that the query names, or the first. */
function screenOf({ pathname, search }: { pathname: string; search: string }) {
  const screen = screens[decodeURIComponent(pathname).toLowerCase().replace(/\/+$/, '')]!
  const name = new URLSearchParams(search).get('tab')
  return { ...screen, tab: screen.tabs.find((tab) => tab.name === name) ?? screen.tabs[0]! }
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const seller = signedInViewer(context)
  const db = context.get(dbContext)
  const [sellerDistrict, classNames, uploaded] = await Promise.all([
    findDistrict(db, seller.id),
    findClassNames(db),
    findUploaded(db, seller, url.searchParams.get('uploaded') ?? ''), // after a form without JavaScript
  ])
  const publicUrl = context.get(configContext).publicUrl ?? url.origin
  return { key: newIdempotencyKey(), sellerDistrict, classNames, uploaded, publicUrl }
}

export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) =>
  onlyQueryChanges(args) ? false : args.defaultShouldRevalidate

export async function action({ context, request, url }: Route.ActionArgs) {
  const seller = signedInViewer(context)
  const { kind, name: tab } = screenOf(url).tab
  const db = context.get(dbContext)
  const [storage, quota] = [context.get(storageContext), uploadQuota(db, senderOf(context, seller.id))]
  const received = await receiveForm(request, { db, storage, quota, ...filesOf[kind] })
  const form = readForm(newPostRules[kind], received.form)
  const refuse = (errors: FormErrors, init: number | ResponseInit = 400, more: Answer = {}) =>
    data({ errors, typed: form.typed, ...more }, init)
  const refused = refuseFiles(context, received.problems, { notAPicture, notAPdf })
  if (refused) return data({ errors: refused.errors, typed: form.typed }, refused.init)
  if (!form.ok) return refuse(form.errors)

  const post = { kind, ...form.values } as NewPost
  let uploadedId: string
  try {
    const isRetry = (await findCreated(db, seller, post)) !== null
    const tooMany = isRetry ? null : await refuseTooMany(db, newPostLimit, senderOf(context, seller.id))
    if (tooMany) return refuse({ '': tooMany.text }, tooManyRequests(context, tooMany.waitSeconds))
    uploadedId = await createPost(db, seller, post, { holdsFirst: context.get(configContext).holdFirstPosts })
  } catch (error) {
    if (error instanceof FileGone) return refuse({ [error.field]: 'Please choose the file again.' })
    if (error instanceof KeyUsed) return refuse({ '': uploadedBefore }, 409, { isKeyUsed: true })
    throw error
  }
  if (hasPdfs(kind)) context.get(previewMakerContext).request(uploadedId)
  await dropUntaken(db, storage, received.stored)
  if (isPlainForm(request)) throw redirect(`${url.pathname}?tab=${tab}&uploaded=${uploadedId}`, 303)
  return { ...successOf(kind), uploaded: await findUploaded(db, seller, uploadedId) }
}

export const clientAction = ({ serverAction, request }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), uploadTexts[screenOf(new URL(request.url)).tab.kind].failed)

/** Shown after the redirect that follows an upload without JavaScript. Always the same objects: a new one is a new notice. */
const uploadedAnswers = {
  book: successOf('book'),
  novel: successOf('novel'),
  note: successOf('note'),
  course: successOf('course'),
}

function successOf(kind: PostKind): Answer {
  return { notice: { kind: 'success', text: uploadTexts[kind].uploaded } }
}

export default function UploadPage({ loaderData, actionData }: Route.ComponentProps) {
  const { key, sellerDistrict, classNames, publicUrl } = loaderData
  const location = useLocation()
  const { title, tabs, tab } = screenOf(location)
  const isUploaded = new URLSearchParams(location.search).has('uploaded')
  const { uploaded, forget } = useUploaded(loaderData.uploaded, actionData)
  const panel = useRef<HTMLElement>(null)
  const formBox = useRef<HTMLDivElement>(null)
  const tabPath = (name: string) => `${location.pathname}?tab=${name}`

  function postAnother() {
    forget()
    formBox.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
  }

  return (
    <main id="content" className="mx-auto w-full max-w-form px-4 py-5 md:px-8">
      <PageTitle>{title}</PageTitle>
      <h1>{title}</h1>
      <p className="mt-1 text-sm">
        <Link to={wantedPath} className="inline-flex min-h-6 items-center">
          See which books people look for
        </Link>
      </p>
      <Tabs
        id="upload"
        label={title}
        selected={tab.name}
        className="mt-4 mb-5"
        tabs={tabs.map(({ name, label }) => ({ name, label, to: tabPath(name) }))}
      />
      <TabPanel of="upload" selected={tab.name}>
        <AnswerNotice
          answer={actionData ?? (isUploaded ? uploadedAnswers[tab.kind] : undefined)}
          onSuccess={() => panel.current?.focus()}
        />
        {uploaded?.kind === tab.kind && (
          <UploadedPost
            ref={panel}
            post={uploaded}
            publicUrl={publicUrl}
            another={{ to: tabPath(tab.name), onClick: postAnother }}
          />
        )}
        {/* The key remounts it: what was typed for one kind does not belong to the other. */}
        <div ref={formBox}>
          <UploadForm
            key={tab.kind}
            kind={tab.kind}
            formKey={key}
            sellerDistrict={sellerDistrict}
            classNames={classNames}
            answer={actionData}
          />
        </div>
      </TabPanel>
    </main>
  )
}

/** The post that was uploaded last. It outlives the answer, which the next change of the address discards. */
function useUploaded(loaded: SharedPost | null, answer: (Answer & { uploaded?: SharedPost | null }) | undefined) {
  const [uploaded, setUploaded] = useState(loaded)
  const [seen, setSeen] = useState(answer)
  if (answer !== seen) {
    setSeen(answer)
    if (answer?.uploaded) setUploaded(answer.uploaded)
  }
  return { uploaded, forget: () => setUploaded(null) }
}
