import type { Viewer } from '#app/accounts/account-rules.ts'
import { takeFile } from '#app/files/take-file.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { compareSent } from '#app/platform/idempotency.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { NewPost } from './kinds/new-post.ts'
import { ownerColumn } from './own-post-queries.server.ts'
import { filesOf } from './post-rules.ts'

/** The seller is whoever is signed in, whatever the form says. A key that the seller used already makes no second post. */
export async function createPost(db: Db, seller: Viewer, post: NewPost) {
  const { pictures } = filesOf[post.kind]
  const files = fileKeysOf(post)
  return db.transaction().execute(async (transaction) => {
    // Before the files are taken: a retry waits here for the first try, and then finds its post, which has the files.
    const created = await transaction
      .insertInto('posts')
      .values({
        ...contentOf(post),
        ...files,
        id: newId(),
        key: post.key,
        studentId: seller.kind === 'student' ? seller.id : null,
        storeId: seller.kind === 'store' ? seller.id : null,
      })
      .onConflict((conflict) =>
        conflict.columns(['studentId', 'storeId', 'key']).where('key', 'is not', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (!created) {
      const before = await findCreated(transaction, seller, post)
      if (typeof before === 'object' && before) return before.id
      throw new KeyUsed()
    }

    for (const [field, key] of Object.entries(files)) {
      const folder = field in pictures ? 'images' : 'uploads'
      // Thrown, so that nothing stays of the post, and those taken before it are given back.
      if (key && !(await takeFile(transaction, key, folder))) throw new FileGone(field)
    }
    return created.id
  })
}

function contentOf({ price, sellingPrice, ...post }: NewPost) {
  const content: Record<string, unknown> = { ...post, pricePaise: price, sellingPricePaise: sellingPrice }
  for (const name of ['key', ...fieldsOf(post.kind)]) delete content[name]
  return content as typeof post & { pricePaise: number; sellingPricePaise: number | null }
}

const fieldsOf = (kind: NewPost['kind']) => [...Object.keys(filesOf[kind].pictures), ...filesOf[kind].pdfs]

const fileKeysOf = (post: NewPost) =>
  Object.fromEntries(
    fieldsOf(post.kind).map((field) => [field, (post as unknown as Record<string, string>)[field] || null]),
  )

/** What the seller created by the same form before; null where that is nothing. */
export async function findCreated(db: Db, seller: Viewer, post: NewPost) {
  if (post.key === null) return null
  const row = await db
    .selectFrom('posts')
    .selectAll()
    .where(ownerColumn(seller), '=', seller.id)
    .where('key', '=', post.key)
    .executeTakeFirst()
  const sent = compareSent<object>(row, contentOf(post))
  if (!row || sent !== 'added') return sent === 'differs' ? sent : null
  return (await areSameFiles(db, row, fileKeysOf(post))) ? { id: row.id } : 'differs'
}

/** Without script the files come anew with each try, under other keys: then the same size has to do. */
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
    ) // prettier-ignore
    .execute()
  const bytesOf = new Map<string | null, number>(found.map(({ key, bytes }) => [key, bytes]))
  return pairs.every(([one, other]) => bytesOf.has(one) && bytesOf.get(one) === bytesOf.get(other))
}

/** A file that was uploaded too long ago, or taken by another post. */
export class FileGone extends Error {
  readonly field: string

  constructor(field: string) {
    super(`The file of ${field} is gone`)
    this.field = field
  }
}

/** The form's key stands for another post of the same seller. */
export class KeyUsed extends Error {}
