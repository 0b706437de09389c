import { servePdf } from '#app/files/pdfs/serve-pdf.server.ts'
import { storageContext } from '#app/files/storage/storage-context.ts'
import { dbContext } from '#app/platform/context.ts'

import type { Route } from './+types/preview-pdf'
import { findPreview } from './preview-queries.server.ts'

/** A PDF of the preview; 404 if it may not be read. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const preview = ['1', '2'].includes(params.number) ? await findPreview(context.get(dbContext), params.id) : null
  if (!preview) return new Response('Not found', { status: 404, headers: { 'Cache-Control': 'no-store' } })

  const key = preview.pdfs[params.number === '1' ? 0 : 1]
  const fileName = `${preview.name} (PDF ${params.number})`
  const answer = await servePdf(request, context.get(storageContext), key, { fileName, disposition: 'inline' })
  answer.headers.set('X-Robots-Tag', 'noindex')
  return answer
}
