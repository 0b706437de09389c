import { servePdf } from '#app/files/serve-pdf.server.ts'
import { storageContext } from '#app/files/storage-context.ts'
import { dbContext } from '#app/platform/context.ts'

import type { Route } from './+types/preview-pdf'
import { findPreview } from './preview-queries.server.ts'

/** What Preview shows of a post. What may not be read is not there. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const preview = ['1', '2'].includes(params.number) ? await findPreview(context.get(dbContext), params.id) : null
  if (!preview) return new Response('Not found', { status: 404, headers: { 'Cache-Control': 'no-store' } })

  const key = preview.pdfs[params.number === '1' ? 0 : 1]
  const fileName = `${preview.name} (PDF ${params.number})`
  const answer = await servePdf(request, context.get(storageContext), key, { fileName, disposition: 'inline' })
  answer.headers.set('X-Robots-Tag', 'noindex')
  return answer
}
