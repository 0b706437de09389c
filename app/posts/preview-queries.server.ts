import type { RouterContextProvider } from 'react-router'

import { configContext, dbContext } from '#app/platform/context.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'

/**
 * The one place that decides what of a post may be read before it is bought, and by whom: both PDFs of notes and
 * courses, by everyone. The seller's own PDFs have a route of their own.
 */
export async function findPreview(db: Db, id: string) {
  if (!isId(id)) return null
  const post = await db
    .selectFrom('posts')
    .select(['id', 'name', 'pdf1', 'pdf2'])
    .where('id', '=', id)
    .where('kind', 'in', ['note', 'course'])
    .executeTakeFirst()
  if (!post) return null
  return { id: post.id, name: post.name, pdfs: [post.pdf1!, post.pdf2!] as const }
}

/** What a page that offers previews knows of them: the post that its address names, and a viewer on another site. */
export async function findNamedPreview(context: Readonly<RouterContextProvider>, url: URL) {
  const id = url.searchParams.get('preview')
  const preview = id === null ? null : await findPreview(context.get(dbContext), id)
  const { documentViewerUrl: address, publicUrl } = context.get(configContext)
  return {
    post: preview && { id: preview.id, name: preview.name },
    documentViewer: address === null || publicUrl === null ? null : { address, origin: publicUrl },
  }
}
