import { sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'

/** Deletes an own comment, or any under an own post, with its answers. Nothing happens if it is neither, or gone already. */
export async function deleteComment(db: Db, { id: viewerId }: Pick<Viewer, 'id'>, id: string) {
  if (!isId(id)) return
  await db.deleteFrom('comments').where('id', '=', id).where(isOfAuthorOrSeller(viewerId)).execute()
}

const isOfAuthorOrSeller = (viewerId: string) => sql<boolean>`
  (author_id = ${viewerId} or exists (select from all_posts where all_posts.id = post_id and seller_id = ${viewerId}))`
