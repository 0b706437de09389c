import { hash } from 'node:crypto'

import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'

/** What others show of a post that is shared, besides what its page has. Null if it does not exist. */
export async function findSharedPost(db: Db, id: string) {
  if (!isId(id)) return null
  const row = await db
    .selectFrom('posts')
    .innerJoin('accounts', 'accounts.id', 'posts.sellerId')
    .select(({ fn }) => [
      'posts.kind',
      'posts.name',
      'posts.pricePaise',
      'posts.sellingPricePaise',
      'posts.discount',
      fn.coalesce('posts.district', 'accounts.district').as('district'),
      fn.coalesce('posts.picture1', 'posts.coverImage').as('pictureKey'),
    ])
    .where('posts.id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, version: versionOf(row) } : null
}

export type SharedPost = NonNullable<Awaited<ReturnType<typeof findSharedPost>>>

/** Raise it when draw-share-picture.server.ts draws something else. */
const drawingVersion = 1

const versionOf = (post: object) => hash('sha256', JSON.stringify([drawingVersion, post]), 'base64url').slice(0, 12)
