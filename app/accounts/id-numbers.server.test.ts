import { createSecretKey, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { readConfig } from '#app/platform/config.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { testFolder } from '#tests/support/folder.ts'

import { adoptIdKeys, loadIdKeys } from './id-keys.server.ts'
import { sealIdNumbers } from './id-numbers.server.ts'
import { type IdKeys, openText, sealText } from './sealed-text.server.ts'
import { signUpStudent } from './sign-up-student.server.ts'

const { db } = await freshDatabase()
const elsewhere = await freshDatabase()

const aKey = () => createSecretKey(randomBytes(32))
const keys: IdKeys = [aKey()]
const number = 'ABCDE1234F'

const anu = {
  name: 'Anu Das',
  className: 'HS',
  collegeName: 'Cotton',
  phone: '9876543210',
  email: 'anu@puthi.example',
  district: null,
  password: 'secret',
  idType: 'PAN' as const,
  idNumber: number,
}

/** The bytes of the table's file on disk. */
async function fileBytesOf(table: string) {
  await sql`checkpoint`.execute(db)
  const { rows } = await sql<{ bytes: Buffer }>`
    select pg_read_binary_file(pg_relation_filepath(${table})) as bytes`.execute(db)
  return rows[0]!.bytes
}

test('plain id numbers are encrypted once at start and erased from the table’s file', async () => {
  await sql`alter table students drop constraint students_id_number_is_sealed`.execute(db)
  const before = await aStudent(db, { idType: 'PAN', sealedIdNumber: number })
  await aStudent(db)
  await addConstraint(db)
  expect((await fileBytesOf('students')).includes(number)).toBe(true)

  // The erasure must wait for both: an older snapshot of this database, as autovacuum holds, and a writer in another.
  const reader = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  await sql`select now()`.execute(reader)
  const writer = await elsewhere.db.startTransaction().execute()
  await sql`select pg_current_xact_id()`.execute(writer)
  const sealing = sealIdNumbers(db, keys)
  await expect.poll(() => sealedOf(before.id)).not.toBe(number)
  await reader.commit().execute()
  for (let looks = 0; looks < 2; looks++) {
    const last = await lastCheckAt()
    await expect.poll(lastCheckAt).toBeGreaterThan(last)
  }
  await writer.commit().execute()
  expect(await sealing).toMatchObject({ plain: 1, older: 0, unknown: 0 })
  await untilErased()
  expect((await fileBytesOf('students')).includes(number)).toBe(false)
  const first = await sealedOf(before.id)
  expect(openText(keys, before.id, first)).toBe(number)
  expect(await sealIdNumbers(db, keys)).toEqual({ plain: 0, older: 0, unknown: 0, isPlainErased: true })
  expect(await sealedOf(before.id)).toBe(first)
  await expect(aStudent(db, { idType: 'PAN', sealedIdNumber: number })).rejects.toThrow('students_id_number_is_sealed')
})

/** Adds the CHECK as migration 0011 does: NOT VALID, so that existing rows are not checked. */
const addConstraint = (of: Db) =>
  sql`alter table students add constraint students_id_number_is_sealed
    check (sealed_id_number ~ '^v1\\.[0-9a-f]{8}\\.[A-Za-z0-9_-]{39,}$') not valid`.execute(of)

test('while an older transaction lasts, erasing plain id numbers is left to the next start', async () => {
  await sql`alter table students drop constraint students_id_number_is_sealed`.execute(elsewhere.db)
  await addConstraint(elsewhere.db)
  const reader = await elsewhere.db.startTransaction().setIsolationLevel('repeatable read').execute()
  await sql`select pg_current_xact_id()`.execute(reader)
  await aStudent(elsewhere.db)
  expect(await sealIdNumbers(elsewhere.db, keys, { waitMs: 0 })).toMatchObject({ isPlainErased: false })
  await reader.commit().execute()
  await untilErased(elsewhere.db)
})

/** Retries: the erasure also waits for transactions of tests that run in parallel on the same PostgreSQL. */
const untilErased = async (of = db) =>
  await expect.poll(async () => (await sealIdNumbers(of, keys)).isPlainErased, { timeout: 25_000 }).toBe(true)

/** When `sealIdNumbers` last checked for older transactions. */
async function lastCheckAt() {
  const { rows } = await sql<{ at: Date }>`
    select query_start as at from pg_stat_activity
    where datname = current_database() and query like ${'%backend_xmin%'}`.execute(db)
  return Number(rows[0]?.at ?? 0)
}

async function sealedOf(id: string) {
  const row = await db
    .selectFrom('students')
    .select('sealedIdNumber')
    .where('accountId', '=', id)
    .executeTakeFirstOrThrow()
  return row.sealedIdNumber!
}

test('a sign-up encrypts the id number, with a new IV each time and for that student only', async () => {
  expect(await signUpStudent(db, keys, anu)).toBe('signed up')
  const { id } = await db.selectFrom('accounts').select('id').where('phone', '=', anu.phone).executeTakeFirstOrThrow()
  const kept = await sealedOf(id)
  expect(kept).not.toContain(number)
  expect(openText(keys, id, kept)).toBe(number)
  expect(sealText(keys, id, number)).not.toBe(sealText(keys, id, number))
  expect(() => openText(keys, 'another', kept)).toThrow('unable to authenticate')
  const [version, keyId, text] = kept.split('.') as [string, string, string]
  expect(() => openText(keys, id, `${version}.${keyId}.${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`)).toThrow(
    'unable to authenticate',
  )
})

test('a new key before the old one re-encrypts all id numbers; without the old one they cannot be read', async () => {
  const student = await aStudent(db)
  const sealedIdNumber = sealText(keys, student.id, number)
  await db.updateTable('students').set({ idType: 'PAN', sealedIdNumber }).where('accountId', '=', student.id).execute()
  const newer = aKey()
  expect((await sealIdNumbers(db, [newer])).unknown).toBeGreaterThan(0)
  expect(await sealedOf(student.id)).toBe(sealedIdNumber)

  const { older, unknown } = await sealIdNumbers(db, [newer, ...keys])
  expect([older > 0, unknown]).toEqual([true, 0])
  expect(openText([newer], student.id, await sealedOf(student.id))).toBe(number)
  expect(openText(keys, student.id, await sealedOf(student.id))).toBe(null)
})

test('the key comes from ID_KEY, or from a file that the first start creates, readable by its owner only', async () => {
  const { db: empty } = await freshDatabase()
  const dataDir = path.join(testFolder(), 'new')
  const [one, other] = await Promise.all([
    loadIdKeys({ idKeys: null, dataDir }, empty),
    loadIdKeys({ idKeys: null, dataDir }, empty),
  ])
  const file = path.join(dataDir, 'id-key')
  expect(one[0].equals(other[0])).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(one[0].export().toString('base64')).toBe(readFileSync(file, 'utf8').trim())

  const given = readConfig({ ID_KEY: `${randomBytes(32).toString('base64')}, ${randomBytes(32).toString('base64')}` })
  const { db: another } = await freshDatabase()
  expect(await loadIdKeys({ idKeys: given.idKeys, dataDir }, another)).toHaveLength(2)
  writeFileSync(file, 'too short')
  await expect(loadIdKeys({ idKeys: null, dataDir }, empty)).rejects.toThrow(`${file} holds no key`)
})

test('a start without a key is refused if the database has encrypted id numbers', async () => {
  const dataDir = testFolder()
  await expect(loadIdKeys({ idKeys: null, dataDir }, db)).rejects.toThrow('encrypted by a key that is not here')
  expect(() => statSync(path.join(dataDir, 'id-key'))).toThrow('ENOENT')
})

const notHere = 'encrypted by a key that is not here'

test('of two machines that start at once without a key, one creates it and the other is refused', async () => {
  const { db: shared } = await freshDatabase()
  const folders = [testFolder(), testFolder()]
  const starts = await Promise.allSettled(folders.map((dataDir) => loadIdKeys({ idKeys: null, dataDir }, shared)))
  const won = starts.findIndex(({ status }) => status === 'fulfilled')
  const lost = starts[1 - won]!
  expect(lost.status === 'rejected' && String(lost.reason)).toContain(notHere)
  expect(folders.map((folder) => existsSync(path.join(folder, 'id-key')))).toEqual([won === 0, won === 1])
  await expect(loadIdKeys({ idKeys: [aKey()], dataDir: testFolder() }, shared)).rejects.toThrow(notHere)

  const text = readFileSync(path.join(folders[won]!, 'id-key'), 'utf8')
  const { rows } = await sql<{ row: string }>`select id_key_fingerprint::text as row from id_key_fingerprint`.execute(
    shared,
  )
  expect(rows).toHaveLength(1)
  const key = Buffer.from(text, 'base64')
  for (const part of [key, key.subarray(0, 4)]) expect(rows[0]!.row).not.toContain(part.toString('hex'))
})

test('a new key before the old one becomes the key of the database', async () => {
  const { db: shared } = await freshDatabase()
  const dataDir = testFolder()
  const [old, newer] = [aKey(), aKey()]
  const start = (...idKeys: IdKeys) => loadIdKeys({ idKeys, dataDir }, shared)
  await start(old)
  await expect(start(newer)).rejects.toThrow(notHere)
  await start(old)
  expect(await start(newer, old)).toEqual([newer, old])
  await expect(start(old)).rejects.toThrow(notHere)
  await start(newer, old)
  await start(newer)
})

test('a database without a fingerprint accepts a key that decrypts its id numbers, or any key if it has none', async () => {
  const { db: restored } = await freshDatabase()
  const [first, second] = [aKey(), aKey()]
  const start = (...idKeys: IdKeys) => loadIdKeys({ idKeys, dataDir: testFolder() }, restored)
  for (const key of [first, second]) {
    const { id } = await aStudent(restored)
    const sealedIdNumber = sealText([key], id, number)
    await restored.updateTable('students').set({ idType: 'PAN', sealedIdNumber }).where('accountId', '=', id).execute()
  }
  await expect(start(aKey())).rejects.toThrow(notHere)
  await start(second)
  await expect(start(first)).rejects.toThrow(notHere)
  await start(first, second)
})

test('adopting replaces a lost key by another one or by a new file', async () => {
  const { db: shared } = await freshDatabase()
  const dataDir = testFolder()
  await loadIdKeys({ idKeys: [aKey()], dataDir }, shared)
  await expect(loadIdKeys({ idKeys: null, dataDir }, shared)).rejects.toThrow(notHere)
  expect(existsSync(path.join(dataDir, 'id-key'))).toBe(false)
  const [made] = await adoptIdKeys({ idKeys: null, dataDir }, shared)
  expect((await loadIdKeys({ idKeys: null, dataDir }, shared))[0].equals(made)).toBe(true)
  const given = aKey()
  await adoptIdKeys({ idKeys: [given], dataDir }, shared)
  await loadIdKeys({ idKeys: [given], dataDir }, shared)
  await expect(loadIdKeys({ idKeys: null, dataDir }, shared)).rejects.toThrow(notHere)
})

test('the refusal of an invalid ID_KEY does not contain it, and the printed configuration shows no key', () => {
  for (const bad of ['c2VjcmV0', 'secret', `${randomBytes(32).toString('base64')},x`]) {
    expect(() => readConfig({ ID_KEY: bad })).toThrow(
      /^ID_KEY takes 32 bytes in base64; older keys follow, after commas\.$/,
    )
  }
  const secret = randomBytes(32)
  expect(JSON.stringify(readConfig({ ID_KEY: secret.toString('base64') }))).not.toContain(secret.toString('base64'))
})
