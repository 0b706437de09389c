import { redirect } from 'react-router'

import { signedInViewer } from '#app/access/viewer.ts'
import { keepPageOnFailure } from '#app/connection/keep-page-on-failure.ts'
import { dbContext } from '#app/platform/context.ts'

import type { Route } from './+types/comments-of-post'
import { changeComments } from './change-comments.server.ts'
import { listComments } from './comment-queries.server.ts'
import { commentTexts } from './comment-texts.ts'
import { fromOf } from './comments-url.ts'

/** A page of comments, for scripts. A browser that opens this URL is redirected to the dialog. */
export async function loader({ context, request, params: { id }, url }: Route.LoaderArgs) {
  if (request.headers.get('Accept')?.includes('text/html'))
    throw redirect(`/?tab=books&comment=${encodeURIComponent(id)}`)
  return Response.json(await listComments(context.get(dbContext), signedInViewer(context), id, fromOf(url)))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPageOnFailure(() => serverAction(), commentTexts.changeFailed)

/** Answers a comment, or deletes one. */
export const action = ({ context, request, params: { id }, url }: Route.ActionArgs) =>
  changeComments({ context, request, postId: id, from: fromOf(url) })
