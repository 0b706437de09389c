import type { RouterContextProvider } from 'react-router'

import { configContext, dbContext } from '#app/platform/context.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'

/**
 * The only place that decides which files may be read before buying, and by whom: both PDFs of notes and courses, by
 * everyone. Sellers read their own PDFs by another route.
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

/** For pages with previews: the post that the URL names, and the external viewer if one is configured. */
export async function findNamedPreview(context: Readonly<RouterContextProvider>, url: URL) {
  const id = url.searchParams.get('preview')
  const preview = id === null ? null : await findPreview(context.get(dbContext), id)
  const { documentViewerUrl: address, publicUrl } = context.get(configContext)
  return {
    post: preview && { id: preview.id, name: preview.name },
    documentViewer: address === null || publicUrl === null ? null : { address, origin: publicUrl },
  }
}
