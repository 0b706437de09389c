import { writeFile } from 'node:fs/promises'
import path from 'node:path'

import { sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import { copyFolder, pdfMaxBytes } from '#app/files/file-rules.ts'
import { inTemporaryFolder, newKey, saveBytes } from '#app/files/incoming-file.server.ts'
import { stampPdf } from '#app/files/pdfs/stamp-pdf.server.ts'
import { dropFiles, removeDropped } from '#app/files/storage/drop-files.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import { formatDay } from '#app/format/dates.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'

/**
 * The key of the buyer's own copy of a PDF, which is made when it is first asked for, and its name. Null if the person has
 * not bought it, or the payment is not confirmed.
 */
export async function findBuyersCopy(db: Db, storage: Storage, { buyer, orderId, number }: AskedCopy) {
  const file = await findFile(db, { buyer, orderId, number })
  if (!file) return null
  const key = file.copyKey ?? (await makeCopy(db, storage, file))
  return { key, fileName: number === 1 ? file.itemName : `${file.itemName} (${number})` }
}

interface AskedCopy {
  buyer: Pick<Viewer, 'id'>
  orderId: string
  number: number
}

/** A problem that is reported after the end does not take the file away. */
export const hasFile = sql<boolean>`(orders.state = 'completed' or orders.state = 'problem' and exists (
  select from order_events where order_events.order_id = orders.id and to_state = 'completed'
))`

async function findFile(db: Db, { buyer, orderId, number }: AskedCopy) {
  if (!isId(orderId)) return null
  const file = await db
    .selectFrom('orderFiles')
    .innerJoin('orders', 'orders.id', 'orderFiles.orderId')
    .innerJoin('files', 'files.key', 'orderFiles.sourceKey')
    .select(['orderFiles.orderId', 'orderFiles.number', 'sourceKey', 'copyKey', 'files.pageCount'])
    .select(['orders.name', 'orders.itemName', 'orders.number as orderNumber'])
    .where('orderFiles.orderId', '=', orderId)
    .where('orderFiles.number', '=', number)
    .where('buyerId', '=', buyer.id)
    .where(hasFile)
    .executeTakeFirst()
  return file ?? null
}

type OrderFile = NonNullable<Awaited<ReturnType<typeof findFile>>>

/** Of two that are made at once, the first one stays. A PDF that cannot be written anew is given as it is. */
async function makeCopy(db: Db, storage: Storage, file: OrderFile) {
  const now = new Date()
  const details = `Order ${file.orderNumber} · ${formatDay(now, new Date(0))}`
  const made = await inTemporaryFolder(storage, async (folder) => {
    const [source, stamped] = [path.join(folder, 'source'), path.join(folder, 'copy')]
    const found = await storage.open(file.sourceKey)
    if (!found) return null
    await saveBytes(found.stream, source, pdfMaxBytes)
    const bytes = await stampPdf(source, { name: file.name, details })
    if (!bytes) return null
    await writeFile(stamped, bytes, { mode: 0o600 })
    const key = newKey(copyFolder, '', 'pdf')
    await db.insertInto('files').values({ key, kind: 'pdf', bytes: bytes.length, pageCount: file.pageCount }).execute()
    await storage.put(key, stamped)
    return key
  })
  if (!made) {
    storage.log.warn({ key: file.sourceKey }, 'PDF cannot be stamped')
    return file.sourceKey
  }
  const kept = await db.transaction().execute((transaction) => keep(transaction, file, made))
  if (kept !== made) await removeDropped(db, storage, [made])
  return kept
}

async function keep(db: Db, { orderId, number, sourceKey }: OrderFile, made: string) {
  const row = await db
    .selectFrom('orderFiles')
    .select('copyKey')
    .where('orderId', '=', orderId)
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.copyKey) {
    await dropFiles(db, [made])
    return row?.copyKey ?? sourceKey
  }
  await takeFile(db, made, copyFolder)
  await db
    .updateTable('orderFiles')
    .set({ copyKey: made })
    .where('orderId', '=', orderId)
    .where('number', '=', number)
    .execute()
  return made
}
