import { data, redirect } from 'react-router'

import { signedInViewer } from '#app/access/viewer.ts'
import { dbContext } from '#app/platform/context.ts'
import { isId } from '#app/platform/ids.server.ts'

import type { Route } from './+types/open-notice'
import { noticePath } from './notice-path.ts'
import { openNotice } from './notice-queries.server.ts'

/** Marks a notice as read and leads on to what it is about. */
export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const viewer = signedInViewer(context)
  const notice = isId(id) ? await openNotice(context.get(dbContext), viewer.id, id) : null
  if (!notice) throw data(null, 404)
  return redirect(noticePath(notice, viewer.kind))
}
