import { data } from 'react-router'

import { signedInViewer } from '#app/access/viewer.ts'
import { fileNameOf } from '#app/files/file-rules.ts'
import { servePdf } from '#app/files/pdfs/serve-pdf.server.ts'
import { storageContext } from '#app/files/storage/storage-context.ts'
import { dbContext } from '#app/platform/context.ts'

import type { Route } from './+types/own-pdf'
import { findOwnPost } from './own-post-queries.server.ts'

/** A PDF for its seller; others read it by the preview's route. */
export async function loader({ context, request, params: { id, number } }: Route.LoaderArgs) {
  const post = await findOwnPost(context.get(dbContext), signedInViewer(context), id)
  const key = post && (number === '1' ? post.pdf1 : number === '2' ? post.pdf2 : null)
  if (!key) throw data(null, 404)
  return servePdf(request, context.get(storageContext), key, { fileName: fileNameOf(key), disposition: 'inline' })
}
