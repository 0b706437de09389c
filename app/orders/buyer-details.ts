import { data } from 'react-router'

import { viewerContext } from '#app/accounts/viewer.ts'
import { dbContext } from '#app/platform/context.ts'

import type { Route } from './+types/buyer-details'
import { findBuyerDetails } from './buyer-details-queries.server.ts'

/** For the purchase dialog that script opens. */
export async function loader({ context }: Route.LoaderArgs) {
  const buyer = context.get(viewerContext)
  if (!buyer) throw data(null, 404)
  return Response.json(await findBuyerDetails(context.get(dbContext), buyer))
}
