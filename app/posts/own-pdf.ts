import { data } from 'react-router'

import { viewerContext } from '#app/accounts/viewer.ts'
import { fileNameOf } from '#app/files/file-rules.ts'
import { servePdf } from '#app/files/serve-pdf.server.ts'
import { storageContext } from '#app/files/storage-context.ts'
import { dbContext } from '#app/platform/context.ts'

import type { Route } from './+types/own-pdf'
import { findOwnPost } from './own-post-queries.server.ts'

/** A seller's own PDFs. What everybody may read of them is the preview's to say. */
export async function loader({ context, request, params: { id, number } }: Route.LoaderArgs) {
  const seller = context.get(viewerContext)
  const post = seller && (await findOwnPost(context.get(dbContext), seller, id))
  const key = post && (number === '1' ? post.pdf1 : number === '2' ? post.pdf2 : null)
  if (!key) throw data(null, 404)
  return servePdf(request, context.get(storageContext), key, { fileName: fileNameOf(key), disposition: 'inline' })
}
