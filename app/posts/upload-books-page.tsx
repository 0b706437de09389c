import { data, redirect, useLocation } from 'react-router'

import { viewerContext } from '#app/accounts/viewer.ts'
import { pictureProblemText } from '#app/files/file-rules.ts'
import { receiveForm } from '#app/files/receive-form.server.ts'
import { storageContext } from '#app/files/storage-context.ts'
import { AnswerNotice } from '#app/platform/answer-notice.tsx'
import { dbContext } from '#app/platform/context.ts'
import { type Answer, type FormErrors, readForm } from '#app/platform/forms.ts'
import { keepPage } from '#app/platform/keep-page.ts'
import { pageTitle } from '#app/platform/page-title.ts'
import { isPlainForm } from '#app/platform/plain-form.server.ts'
import { TabPanel, Tabs } from '#app/ui/tabs.tsx'

import type { Route } from './+types/upload-books-page'
import { createPost, PictureGone } from './create-post.server.ts'
import { NewBook } from './kinds/book.ts'
import { NewNovel } from './kinds/novel.ts'
import { notAPicture, pictures } from './post-rules.ts'
import { uploadTexts } from './post-texts.ts'
import { BookForm, NovelForm } from './upload-books-form.tsx'

export const meta = () => pageTitle('Upload Books/Novels')

const tabOf = (query: URLSearchParams) => (query.get('tab') === 'novels' ? 'novels' : 'books')

export function loader({ context, url }: Route.LoaderArgs) {
  return {
    isStore: context.get(viewerContext)?.kind === 'store',
    tab: tabOf(url.searchParams),
    isUploaded: url.searchParams.has('uploaded'),
  }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const seller = context.get(viewerContext)
  if (!seller) throw data(null, 404)
  const tab = tabOf(url.searchParams)
  const kind = tab === 'novels' ? 'novel' : 'book'
  const db = context.get(dbContext)
  const received = await receiveForm(request, { db, storage: context.get(storageContext), pictures })
  const form = kind === 'novel' ? readForm(NewNovel, received.form) : readForm(NewBook, received.form)
  const refuse = (errors: FormErrors) => data({ errors, typed: form.typed }, 400)
  const problems = Object.entries(received.problems)
  if (problems.length > 0) {
    return refuse(
      Object.fromEntries(problems.map(([field, problem]) => [field, pictureProblemText(problem, notAPicture)])),
    )
  }
  if (!form.ok) return refuse(form.errors)

  try {
    await createPost(db, seller, { kind, ...form.values } as Parameters<typeof createPost>[2])
  } catch (error) {
    if (error instanceof PictureGone) return refuse({ picture1: 'Please choose the pictures again.' })
    throw error
  }
  if (isPlainForm(request)) throw redirect(`${url.pathname}?tab=${tab}&uploaded=on`, 303)
  return { notice: { kind: 'success' as const, text: uploadTexts[kind].uploaded } }
}

export const clientAction = ({ serverAction, request }: Route.ClientActionArgs) => {
  const kind = tabOf(new URL(request.url).searchParams) === 'novels' ? 'novel' : 'book'
  return keepPage(() => serverAction(), uploadTexts[kind].failed)
}

export default function UploadBooksPage({
  loaderData: { isStore, tab, isUploaded },
  actionData,
}: Route.ComponentProps) {
  const { pathname } = useLocation()
  const kind = tab === 'novels' ? 'novel' : 'book'
  const uploaded: Answer = { notice: { kind: 'success', text: uploadTexts[kind].uploaded } }
  const answer = actionData ?? (isUploaded ? uploaded : undefined)
  const title = isStore ? 'Upload Books / Novels' : 'Upload Books/Novels'

  return (
    <main id="content" className="mx-auto w-full max-w-form px-4 py-5 md:px-8">
      <h1>{title}</h1>
      <Tabs
        id="upload"
        label={title}
        selected={tab}
        className="mt-4 mb-5"
        tabs={[
          { name: 'books', label: 'Upload Books', to: pathname },
          { name: 'novels', label: 'Upload Novels', to: `${pathname}?tab=novels` },
        ]}
      />
      <TabPanel of="upload" selected={tab}>
        <AnswerNotice answer={answer} />
        {kind === 'novel' ? <NovelForm answer={actionData} /> : <BookForm answer={actionData} />}
      </TabPanel>
    </main>
  )
}
