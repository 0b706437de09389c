import { dropFiles } from '#app/files/storage/drop-files.server.ts'
import type { Db } from '#app/platform/db.server.ts'

interface OrderedPdfs {
  orderId: string
  pdf1: string | null
  pdf2: string | null
}

/** Keeps the PDFs of a post for an order, whatever becomes of the post. */
export async function keepOrderFiles(db: Db, { orderId, pdf1, pdf2 }: OrderedPdfs) {
  const files = [pdf1, pdf2].flatMap((sourceKey, n) => (sourceKey ? [{ orderId, number: n + 1, sourceKey }] : []))
  if (files.length > 0) await db.insertInto('orderFiles').values(files).execute()
}

/** An order that came to nothing needs its PDFs no more. */
export const releaseOrderFiles = (db: Db, orderId: string) =>
  release(db, (orders) => orders.where('orderId', '=', orderId))

/** Who leaves needs no copies any more. */
export const releaseFilesOfBuyer = (db: Db, buyer: { id: string }) =>
  release(db, (files) =>
    files.where('orderId', 'in', (is) => is.selectFrom('orders').select('id').where('buyerId', '=', buyer.id)),
  )

const deleteFiles = (db: Db) => db.deleteFrom('orderFiles').returning(['sourceKey', 'copyKey'])

/** Drops the copies, and the sources that neither a post nor another order has. */
async function release(db: Db, filter: (files: ReturnType<typeof deleteFiles>) => ReturnType<typeof deleteFiles>) {
  const files = await filter(deleteFiles(db)).execute()
  const sources = await unused(db, [...new Set(files.map(({ sourceKey }) => sourceKey))])
  await dropFiles(db, [...sources, ...files.flatMap(({ copyKey }) => copyKey ?? [])])
}

async function unused(db: Db, keys: string[]) {
  if (keys.length === 0) return keys
  const posts = await db
    .selectFrom('posts')
    .select(['pdf1', 'pdf2'])
    .where((is) => is.or([is('pdf1', 'in', keys), is('pdf2', 'in', keys)]))
    .execute()
  const used = new Set([...posts.flatMap(({ pdf1, pdf2 }) => [pdf1, pdf2]), ...(await findOrdered(db, keys))])
  return keys.filter((key) => !used.has(key))
}

/** Those of these PDFs that an order needs. */
async function findOrdered(db: Db, keys: string[]) {
  const rows = await db.selectFrom('orderFiles').select('sourceKey').where('sourceKey', 'in', keys).execute()
  return rows.map(({ sourceKey }) => sourceKey)
}

/** Those of the seller's PDFs that a buyer has ordered, who keeps them. */
export async function findFilesOfBuyers(db: Db, seller: { id: string }) {
  const rows = await db
    .selectFrom('orderFiles')
    .innerJoin('orders', 'orders.id', 'orderFiles.orderId')
    .select('sourceKey')
    .where('sellerId', '=', seller.id)
    .where('buyerId', 'is not', null)
    .execute()
  return rows.map(({ sourceKey }) => sourceKey)
}
