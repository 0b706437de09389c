import { redirect } from 'react-router'

import { dbContext } from '#app/platform/context.ts'

import type { Route } from './+types/comments-of-post'
import { listComments } from './comment-queries.server.ts'

/** For the dialog when it is opened on the client. A browser that opens this URL is redirected to the dialog. */
export async function loader({ context, request, params: { id } }: Route.LoaderArgs) {
  if (request.headers.get('Accept')?.includes('text/html'))
    throw redirect(`/?tab=books&comment=${encodeURIComponent(id)}`)
  return Response.json(await listComments(context.get(dbContext), id))
}
