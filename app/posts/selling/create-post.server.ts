import { sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import { compareWithStored } from '#app/forms/idempotency.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import type { NewPost } from '#app/posts/kinds/new-post.ts'
import { noteSignals } from '#app/posts/note-signals.server.ts'
import { filesOf } from '#app/posts/post-rules.ts'

import { FileGone } from './post-files.server.ts'
import { setCopies } from './stock.server.ts'

/**
 * Idempotent: a key that the seller has used before creates no second post. `holdsFirst`: posts of somebody of whom none
 * was shown yet wait for the team.
 */
export async function createPost(db: Db, seller: Viewer, post: NewPost, { holdsFirst = false } = {}) {
  const { pictures } = filesOf[post.kind]
  const files = fileKeysOf(post)
  return db.transaction().execute(async (transaction) => {
    const isHeld = holdsFirst && (await isNewSeller(transaction, seller))
    // Before the files are taken: a retry waits here for the first attempt, whose post has the files.
    const created = await transaction
      .insertInto('allPosts')
      .values({
        ...contentOf(post),
        ...files,
        id: newId(),
        key: post.key,
        sellerId: seller.id,
        ...(isHeld && { hiddenAt: sql<Date>`now()`, hiddenBecause: 'held' as const }),
      })
      .onConflict((conflict) => conflict.columns(['sellerId', 'key']).where('key', 'is not', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!created) {
      const existing = await findCreated(transaction, seller, post)
      if (typeof existing === 'object' && existing) return existing.id
      throw new KeyUsed()
    }

    for (const [field, key] of Object.entries(files)) {
      const folder = field in pictures ? 'images' : 'uploads'
      // Thrown to roll back the post and the files that were taken before.
      if (key && !(await takeFile(transaction, key, folder))) throw new FileGone(field)
    }
    await setCopies(transaction, created.id, { typed: copiesOf(post), shown: null })
    await noteSignals(transaction, created.id)
    return created.id
  })
}

/** Nobody has seen a post of theirs yet. */
async function isNewSeller(db: Db, { id }: Viewer) {
  const shown = await db.selectFrom('posts').select('id').where('sellerId', '=', id).limit(1).executeTakeFirst()
  return shown === undefined
}

const copiesOf = (post: NewPost) => ('copies' in post ? post.copies : null)

function contentOf({ price, sellingPrice, ...post }: NewPost) {
  const content: Record<string, unknown> = { ...post, pricePaise: price, sellingPricePaise: sellingPrice }
  for (const name of ['key', 'copies', ...fileFieldsOf(post.kind)]) delete content[name]
  return content as typeof post & { pricePaise: number; sellingPricePaise: number | null }
}

const fileFieldsOf = (kind: NewPost['kind']) => [...Object.keys(filesOf[kind].pictures), ...filesOf[kind].pdfs]

const fileKeysOf = (post: NewPost) =>
  Object.fromEntries(
    fileFieldsOf(post.kind).map((field) => [field, (post as unknown as Record<string, string>)[field] || null]),
  )

/** The post that the seller created with the same key; 'differs' if its content was another, null if there is none. */
export async function findCreated(db: Db, seller: Viewer, post: NewPost) {
  if (post.key === null) return null
  const row = await db
    .selectFrom('allPosts')
    .selectAll()
    .where('sellerId', '=', seller.id)
    .where('key', '=', post.key)
    .executeTakeFirst()
  const sent = compareWithStored<object>(row, contentOf(post))
  if (!row || sent !== 'added') return sent === 'differs' ? sent : null
  const isSame = (await areSameFiles(db, row, fileKeysOf(post))) && (await beganWithCopies(db, row.id, copiesOf(post)))
  return isSame ? { id: row.id } : 'differs'
}

/** Whether the post may have been created with so many copies: those ordered since are missing from its stock. */
async function beganWithCopies(db: Db, postId: string, sent: number | null) {
  const { rows } = await sql<{ left: number; ordered: number }>`
    select copies as left,
      (select coalesce(sum(copies_taken), 0)::int from orders where orders.post_id = stock.post_id) as ordered
    from stock where post_id = ${postId}`.execute(db)
  const stock = rows[0]
  if (!stock || sent === null) return !stock && sent === null
  return stock.left <= sent && sent <= stock.left + stock.ordered
}

/** Without JavaScript each attempt uploads the files under new keys: then equal sizes count as the same file. */
async function areSameFiles(db: Db, row: object, sent: Record<string, string | null>) {
  const before = row as Record<string, string | null>
  const pairs = Object.entries(sent)
    .map(([field, key]) => [before[field] ?? null, key] as const)
    .filter(([one, other]) => one !== other)
  if (pairs.length === 0) return true
  const found = await db
    .selectFrom('files')
    .select(['key', 'bytes'])
    .where(
      'key',
      'in',
      pairs.flat().filter((key) => key !== null),
    )
    .execute()
  const bytesOf = new Map<string | null, number>(found.map(({ key, bytes }) => [key, bytes]))
  return pairs.every(([one, other]) => bytesOf.has(one) && bytesOf.get(one) === bytesOf.get(other))
}

/** The seller has used the idempotency key for other content. */
export class KeyUsed extends Error {}
