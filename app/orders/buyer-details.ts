import { signedInViewer } from '#app/access/viewer.ts'
import { dbContext } from '#app/platform/context.ts'

import type { Route } from './+types/buyer-details'
import { findBuyerDetails } from './buyer-details-queries.server.ts'

/** For the purchase dialog when it is opened on the client. */
export async function loader({ context }: Route.LoaderArgs) {
  const buyer = signedInViewer(context)
  return Response.json(await findBuyerDetails(context.get(dbContext), buyer))
}
