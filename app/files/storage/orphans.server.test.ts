import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { renditionKeys } from '#app/files/pictures/picture-url.ts'
import { createLog } from '#app/platform/log.server.ts'
import { startBucket } from '#tests/support/bucket.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { testFolder } from '#tests/support/folder.ts'

import { findOrphans, removeOrphans } from './orphans.server.ts'
import { removalLock } from './remove-unused.server.ts'
import { createStorage } from './storage.server.ts'

const { db } = await freshDatabase()
const random = '0123456789abcdef0123456789abcdef'
const kept = `images/1763200000000_${random}_cover-160.jpg`
const pdf = `uploads/1763200000000_${random}_notes.pdf`
const preview = `previews/1763200000000_${random}_notes.pdf`
const orphans = [`images/1_${random}_gone.jpg`, `images/1_${random}_gone-320.webp`, `copies/1_${random}_gone.pdf`]
const foreign = 'images/read me.txt'
await db
  .insertInto('files')
  .values([
    { key: kept, kind: 'picture', bytes: 1, width: 1, height: 1, takenAt: new Date() },
    { key: pdf, kind: 'pdf', bytes: 1, pageCount: 2, previewKey: preview, previewSettings: 'a', takenAt: new Date() },
  ])
  .execute()

async function found(storage: Parameters<typeof findOrphans>[1]) {
  const all = (await Array.fromAsync(findOrphans(db, storage))).flat()
  return { all, keys: all.map(({ key }) => key).toSorted() }
}

test('files that no row names are found on the disk, and removed unless a backup is made', async () => {
  const dataDir = testFolder()
  const storage = createStorage({ dataDir, filesUrl: null, awsKey: null }, createLog('silent'))
  const place = (key: string) => path.join(dataDir, 'files', key)
  const write = (key: string, days: number) => {
    mkdirSync(path.dirname(place(key)), { recursive: true })
    writeFileSync(place(key), 'x')
    utimesSync(place(key), new Date(), new Date(Date.now() - days * 86_400_000))
  }
  expect((await found(storage)).keys).toEqual([])
  for (const key of [...renditionKeys(kept), pdf, preview, ...orphans, foreign]) write(key, 2)
  write(`images/1_${random}_new.jpg`, 0)
  write('.incoming/half.jpg', 2)
  const { all, keys } = await found(storage)
  expect(keys).toEqual(orphans.toSorted())

  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${removalLock})`.execute(connection)
    expect(await removeOrphans(db, storage, all)).toBe(null)
    await sql`select pg_advisory_unlock(${removalLock})`.execute(connection)
  })
  expect(existsSync(place(orphans[0]!))).toBe(true)
  expect(await removeOrphans(db, storage, all)).toBe(3)
  expect((await found(storage)).keys).toEqual([])
  expect([kept, pdf, preview, foreign].map((key) => existsSync(place(key)))).toEqual([true, true, true, true])
})

test('files that no row names are found in a bucket, on every page of its list', async () => {
  const bucket = await startBucket()
  const storage = createStorage(
    { dataDir: testFolder(), filesUrl: bucket.url, awsKey: bucket.key },
    createLog('silent'),
  )
  const file = path.join(testFolder(), 'one')
  writeFileSync(file, 'x')
  for (const key of [...renditionKeys(kept), pdf, preview, ...orphans]) await storage.put(key, file)
  const { all, keys } = await found(storage)
  expect(keys).toEqual(orphans.toSorted())
  expect(await removeOrphans(db, storage, all)).toBe(3)
  expect(bucket.objects.size).toBe(renditionKeys(kept).length + 2)
})
