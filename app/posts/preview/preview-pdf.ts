import { isDataRequest, servePdf } from '#app/files/pdfs/serve-pdf.server.ts'
import { storageContext } from '#app/files/storage/storage-context.ts'
import { configContext, dbContext } from '#app/platform/context.ts'

import type { Route } from './+types/preview-pdf'
import { previewMakerContext } from './preview-maker-context.ts'
import { findPreview } from './preview-queries.server.ts'
import { previewTexts } from './preview-texts.ts'

/** The preview of a PDF; 202 while it is being drawn, 404 if there is none. */
export async function loader({ context, params: { id, number }, request }: Route.LoaderArgs) {
  if ((number !== '1' && number !== '2') || isDataRequest(request)) return says('Not found', 404)
  const preview = await findPreview(context.get(dbContext), context.get(configContext), id, number === '1' ? 1 : 2)
  if (!preview) return says('Not found', 404)
  if (!preview.isDrawn) {
    context.get(previewMakerContext).request(preview.id)
    return says(previewTexts.beingMade, 202, { 'Retry-After': '1', Refresh: '2' }) // without script it reloads itself
  }
  if (preview.key === null) return says(previewTexts.none, 404)

  const fileName = `${preview.name} (PDF ${number})`
  const answer = await servePdf(request, context.get(storageContext), preview.key, { fileName, disposition: 'inline' })
  answer.headers.set('X-Robots-Tag', 'noindex')
  return answer
}

const says = (text: string, status: number, headers: Record<string, string> = {}) =>
  new Response(text, { status, headers: { ...headers, 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' } })
