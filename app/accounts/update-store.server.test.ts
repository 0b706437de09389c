import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

import { sweepFiles } from '#app/files/storage/sweep-files.job.server.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import { deleteAccount } from '#app/privacy/delete-account.server.ts'
import { aStore, makersPassword } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { aPendingPicture, filesIn, testStorage } from '#tests/support/pictures.ts'
import { until } from '#tests/support/until.ts'

import { updateStore } from './update-store.server.ts'

const { db } = await freshDatabase()
let storage: ReturnType<typeof testStorage>
beforeEach(() => void (storage = testStorage()))
const aPicture = () => aPendingPicture(db, storage, 'Bookstores')

type Store = Awaited<ReturnType<typeof aStore>>

const change = ({ id, name, district, address, email, phone }: Store, given: Record<string, string> = {}) =>
  updateStore(db, storage, {
    id,
    profile: {
      name,
      district,
      address,
      email,
      phone,
      picture: '',
      password: '',
      upiAddress: '',
      acceptsByItself: '' as const,
      ...given,
    },
    address: 'here',
  })

const countLockWaits = async () => {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

/** The files that are left after a sweep. */
const keptFiles = async () => {
  await sweepFiles(db, storage)
  const rows = await db.selectFrom('files').select('key').orderBy('key').execute()
  return rows.map(({ key }) => key)
}

test('a picture that another process saved meanwhile is dropped, and deleting the account leaves no file', async () => {
  const store = await aStore(db)
  const [first, second, third] = [await aPicture(), await aPicture(), await aPicture()]
  expect(await change(store, { picture: first })).toBe('saved')
  const saving = await db.transaction().execute(async (other) => {
    await takeFile(other, second, 'Bookstores')
    await other.updateTable('stores').set({ picture: second }).where('accountId', '=', store.id).execute()
    await other.updateTable('files').set({ droppedAt: new Date() }).where('key', '=', first).execute()
    const saved = change(store, { picture: third })
    await until(async () => (await countLockWaits()) === 1)
    return { saved }
  })
  expect(await saving.saved).toBe('saved')
  expect(await keptFiles()).toEqual([third])

  expect(await deleteAccount(db, { viewer: store, password: makersPassword, address: 'here' })).toBe('deleted')
  expect(await keptFiles()).toEqual([])
  expect(filesIn(storage.folder)).toEqual([])
})

test('of two pictures that are saved at once one is kept', async () => {
  const store = await aStore(db)
  expect(await change(store, { picture: await aPicture() })).toBe('saved')
  const pictures = [await aPicture(), await aPicture()]
  expect(await Promise.all(pictures.map((picture) => change(store, { picture })))).toEqual(['saved', 'saved'])
  const { picture } = await db
    .selectFrom('stores')
    .select('picture')
    .where('accountId', '=', store.id)
    .executeTakeFirstOrThrow()
  expect(pictures).toContain(picture)
  expect(await keptFiles()).toEqual([picture])
})

test('a retry with the same picture saves the profile again', async () => {
  const store = await aStore(db)
  const picture = await aPicture()
  expect([await change(store, { picture }), await change(store, { picture })]).toEqual(['saved', 'saved'])
  expect(await keptFiles()).toContain(picture)
})

test('of many concurrent changes of a store four are saved, and the others are told that it is busy', async () => {
  const [store, other] = [await aStore(db), await aStore(db)]
  const many = Array.from({ length: 20 }, (_, n) => change(store, { name: `Name ${n}` }))
  const ofAnother = change(other, { name: 'Another' })
  const answers = await Promise.all(many)
  expect(answers.filter((answer) => answer === 'saved')).toHaveLength(4)
  expect(answers.filter((answer) => answer === 'busy')).toHaveLength(16)
  expect(await ofAnother).toBe('saved')
  expect(await change(store, { name: 'At last' })).toBe('saved')
})
