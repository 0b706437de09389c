import { data } from 'react-router'

import { signedInViewer } from '#app/access/viewer.ts'
import { isDataRequest, servePdf } from '#app/files/pdfs/serve-pdf.server.ts'
import { storageContext } from '#app/files/storage/storage-context.ts'
import { dbContext } from '#app/platform/context.ts'

import type { Route } from './+types/buyers-pdf'
import { findBuyersCopy } from './buyers-copy.server.ts'

/** A PDF for who has bought it. */
export async function loader({ context, request, params: { id, number } }: Route.LoaderArgs) {
  const buyer = signedInViewer(context)
  if ((number !== '1' && number !== '2') || isDataRequest(request)) throw data(null, 404)
  const storage = context.get(storageContext)
  const copy = await findBuyersCopy(context.get(dbContext), storage, { buyer, orderId: id, number: Number(number) })
  if (!copy) throw data(null, 404)
  return servePdf(request, storage, copy.key, { fileName: copy.fileName, disposition: 'attachment' })
}
