import { replace, type RouterContextProvider } from 'react-router'

import type { Config } from '#app/platform/config.server.ts'
import { configContext, dbContext } from '#app/platform/context.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { changesWith } from '#app/rendering/changes-with.ts'

import { settingsOf } from './preview-rules.ts'

/**
 * The only place that decides which files may be read before buying, and by whom: the previews of both PDFs of notes and
 * courses, by everyone. Sellers and buyers read the PDFs themselves by other routes. A preview that was drawn by other
 * settings, which may show more, is not given out.
 */
export async function findPreview(db: Db, config: Config, id: string, number: 1 | 2) {
  if (!isId(id)) return null
  const post = await db
    .selectFrom('posts')
    .innerJoin('files', 'files.key', number === 1 ? 'posts.pdf1' : 'posts.pdf2')
    .select(['posts.id', 'posts.name', 'files.previewKey', 'files.previewSettings'])
    .where('posts.id', '=', id)
    .where('posts.kind', 'in', ['note', 'course'])
    .executeTakeFirst()
  if (!post) return null
  const { previewKey, previewSettings, ...named } = post
  return { ...named, isDrawn: previewSettings === settingsOf(config), key: previewKey }
}

export interface DocumentViewer {
  /** The viewer's URL; `{url}` in it is replaced with the URL of the PDF. */
  address: string
  /** The public origin of the PDFs. */
  origin: string
}

/** The post whose PDFs are shown, and the external viewer if one is configured. A post without PDFs has its page alone. */
export async function findPreviewPage(context: Readonly<RouterContextProvider>, id: string) {
  const post = isId(id) ? await findPreviewedPost(context.get(dbContext), id) : undefined
  if (!post) throw replace(`/posts/${encodeURIComponent(id)}`)
  changesWith(context, `post:${post.id}`)
  const { documentViewerUrl: address, publicUrl: origin } = context.get(configContext)
  const documentViewer: DocumentViewer | null = address === null || origin === null ? null : { address, origin }
  return { post, documentViewer }
}

const findPreviewedPost = (db: Db, id: string) =>
  db
    .selectFrom('posts')
    .select(['id', 'kind', 'name'])
    .where('id', '=', id)
    .where('kind', 'in', ['note', 'course'])
    .executeTakeFirst()
