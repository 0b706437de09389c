import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { renditionKeys } from '#app/files/pictures/picture-url.ts'
import { withoutFileName } from '#app/platform/log.server.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { aPendingPdf } from '#tests/support/pdfs.ts'
import { aPendingPicture, filesIn, testStorage } from '#tests/support/pictures.ts'

import { dropFiles, removeDropped } from './drop-files.server.ts'
import { sweepFiles } from './sweep-files.job.server.ts'
import { takeFile } from './take-file.server.ts'

const { db } = await freshDatabase()
beforeEach(async () => void (await db.deleteFrom('files').execute()))

type TestStorage = ReturnType<typeof testStorage>

async function aPicture(storage: TestStorage, { minutesOld = 0, isTaken = false } = {}) {
  const key = await aPendingPicture(db, storage)
  if (isTaken) await takeFile(db, key, 'images')
  const createdAt = sql<Date>`now() - ${minutesOld} * interval '1 minute'`
  await db.updateTable('files').set({ createdAt }).where('key', '=', key).execute()
  return key
}

/** Inserts dropped rows without files in the storage, for tests in which only their number matters. */
async function manyDropped(keys: string[]) {
  await db
    .insertInto('files')
    .values(keys.map((key) => ({ key, kind: 'picture', bytes: 1, width: 1, height: 1 })))
    .execute()
  await dropFiles(db, keys)
}

const knownKeys = async () => (await db.selectFrom('files').select('key').execute()).map(({ key }) => key)

/** Makes a file impossible to remove, by replacing it with a folder. */
function block(storage: TestStorage, key: string) {
  const file = path.join(storage.folder, key)
  rmSync(file)
  mkdirSync(file)
  return () => rmSync(file, { recursive: true })
}

test('files pending for more than an hour are removed; taken and new ones stay', async () => {
  const storage = testStorage()
  const old = await aPicture(storage, { minutesOld: 61 })
  const taken = await aPicture(storage, { minutesOld: 61, isTaken: true })
  const fresh = await aPicture(storage, { minutesOld: 59 })
  expect(await sweepFiles(db, storage)).toBe(1)
  expect((await knownKeys()).toSorted()).toEqual([taken, fresh].toSorted())
  expect(filesIn(storage.folder)).toEqual([...renditionKeys(taken), ...renditionKeys(fresh)].toSorted())
  expect(filesIn(storage.folder).some((file) => file.startsWith(old.slice(0, -4)))).toBe(false)
})

test('dropped files are removed at once, and no others', async () => {
  const storage = testStorage()
  const dropped = await aPicture(storage, { isTaken: true })
  const kept = await aPicture(storage, { isTaken: true })
  await dropFiles(db, [dropped])
  await removeDropped(db, storage, [dropped, kept])
  expect(await knownKeys()).toEqual([kept])
  expect(filesIn(storage.folder)).toEqual(renditionKeys(kept).toSorted())
})

test('PDFs are dropped and swept as pictures are', async () => {
  const storage = testStorage()
  const [dropped, old, taken] = [
    await aPendingPdf(db, storage),
    await aPendingPdf(db, storage),
    await aPendingPdf(db, storage),
  ]
  await takeFile(db, taken, 'uploads')
  await dropFiles(db, [dropped])
  await removeDropped(db, storage, [dropped])
  expect(filesIn(storage.folder)).toEqual([old, taken].toSorted())

  const createdAt = sql<Date>`now() - interval '61 minutes'`
  await db.updateTable('files').set({ createdAt }).execute()
  expect(await sweepFiles(db, storage)).toBe(1)
  expect(await knownKeys()).toEqual([taken])
  expect(filesIn(storage.folder)).toEqual([taken])
  expect(storage.said).toEqual([])
})

test('a drop that is rolled back leaves the file', async () => {
  const storage = testStorage()
  const key = await aPicture(storage, { isTaken: true })
  const failing = db.transaction().execute(async (transaction) => {
    await dropFiles(transaction, [key])
    throw new Error('not after all')
  })
  await expect(failing).rejects.toThrow('not after all')
  await removeDropped(db, storage, [key])
  expect(await knownKeys()).toEqual([key])
})

test('a file that cannot be removed is logged, keeps its row, and is removed by a later sweep', async () => {
  const storage = testStorage()
  const stuck = await aPicture(storage, { isTaken: true })
  const other = await aPicture(storage, { isTaken: true })
  const unblock = block(storage, stuck)
  await dropFiles(db, [stuck, other])
  await removeDropped(db, storage, [stuck, other])
  expect(await knownKeys()).toEqual([stuck])
  expect(storage.said).toHaveLength(1)
  expect(JSON.parse(storage.said[0]!)).toMatchObject({
    level: 'error',
    key: withoutFileName(stuck),
    msg: 'file not removed',
  })

  expect(await sweepFiles(db, storage)).toBe(0)
  unblock()
  expect(await sweepFiles(db, storage)).toBe(1)
  expect(await knownKeys()).toEqual([])
  expect(filesIn(storage.folder)).toEqual([])
})

test('many files that cannot be removed do not block the others', async () => {
  const storage = testStorage()
  const stuck = Array.from({ length: 25 }, (_, n) => `images/a-${n}.jpg`)
  const others = Array.from({ length: 35 }, (_, n) => `images/b-${n}.jpg`)
  await manyDropped([...stuck, ...others])
  for (const key of stuck) mkdirSync(path.join(storage.folder, key), { recursive: true })
  expect(await sweepFiles(db, storage)).toBe(35)
  expect((await knownKeys()).toSorted()).toEqual(stuck.toSorted())
})

test('a file that is being taken by an open transaction is skipped', async () => {
  const storage = testStorage()
  const key = await aPicture(storage, { minutesOld: 61 })
  const other = await aPicture(storage, { minutesOld: 61 })
  await db.transaction().execute(async (transaction) => {
    expect(await takeFile(transaction, key, 'images')).toBe(true)
    expect(await sweepFiles(db, storage)).toBe(1)
  })
  expect(await knownKeys()).toEqual([key])
  expect(filesIn(storage.folder)).toEqual(renditionKeys(key).toSorted())
  expect(await knownKeys()).not.toContain(other)
})

test('a sweep that is cut off after removing the bytes leaves no row that can be taken', async () => {
  const storage = testStorage()
  const key = await aPicture(storage, { minutesOld: 61 })
  const cutOff = {
    ...storage,
    async remove(name: string) {
      await storage.remove(name)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`.execute(db)
    },
  }
  await expect(sweepFiles(db, cutOff)).rejects.toThrow(/connection/i)
  expect(filesIn(storage.folder)).toEqual([])
  expect(await takeFile(db, key, 'images')).toBe(false)
  expect(await sweepFiles(db, storage)).toBe(1)
  expect(await knownKeys()).toEqual([])
})

test('two sweeps at once remove every file once', async () => {
  const storage = testStorage()
  await manyDropped(Array.from({ length: 45 }, (_, n) => `images/old-${n}.jpg`))
  const removed = await Promise.all([sweepFiles(db, storage), sweepFiles(db, storage)])
  expect(removed[0] + removed[1]).toBe(45)
  expect(await knownKeys()).toEqual([])
  expect(storage.said).toEqual([])
})

test('an upload under way is left alone by a process whose clock is three hours ahead', async () => {
  const storage = testStorage()
  mkdirSync(path.join(storage.temporaryFolder, 'sent-now'), { recursive: true })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 60 * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  await sweepFiles(db, storage)
  expect(readdirSync(storage.temporaryFolder)).toEqual(['sent-now'])
})

test('temporary files that a crash left are removed after an hour', async () => {
  const storage = testStorage()
  const folders = ['old', 'new'].map((name) => path.join(storage.temporaryFolder, name))
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'sent'), 'half a picture')
  }
  const longAgo = Date.now() / 1_000 - 61 * 60
  utimesSync(folders[0]!, longAgo, longAgo)
  await sweepFiles(db, storage)
  expect(filesIn(storage.temporaryFolder)).toEqual(['new/sent'])
})
