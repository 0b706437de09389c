import type { RouterContextProvider } from 'react-router'

import type { Config } from '#app/platform/config.server.ts'
import { configContext, dbContext } from '#app/platform/context.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'

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

async function findPreviewedPost(db: Db, id: string) {
  if (!isId(id)) return null
  const kinds = ['note', 'course'] as const
  const post = await db
    .selectFrom('posts')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('kind', 'in', kinds)
    .executeTakeFirst()
  return post ?? null
}

/** For pages with previews: the post that the URL names, and the external viewer if one is configured. */
export async function findNamedPreview(context: Readonly<RouterContextProvider>, url: URL) {
  const id = url.searchParams.get('preview')
  const { documentViewerUrl: address, publicUrl } = context.get(configContext)
  return {
    post: id === null ? null : await findPreviewedPost(context.get(dbContext), id),
    documentViewer: address === null || publicUrl === null ? null : { address, origin: publicUrl },
  }
}
