import { createCipheriv, createDecipheriv, createHash, type KeyObject, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

/** The first key encrypts, all of them decrypt: a new key is put before the old one. */
export type IdKeys = [KeyObject, ...KeyObject[]]

const ivBytes = 12
const tagBytes = 16
/** Longer than any id number that can be typed, so that a plain one never matches. Migration 0011 repeats it as a CHECK. */
const sealedFormat = /^v1\.([0-9a-f]{8})\.([A-Za-z0-9_-]{39,})$/

/** Names a key in the encrypted text without revealing it. */
export const keyIdOf = (key: KeyObject) => createHash('sha256').update(key.export()).digest('hex').slice(0, 8)

/** AES-256-GCM with the student's id as additional data: copied to another student's row, it does not decrypt. */
export function sealIdNumber([key]: IdKeys, studentId: string, idNumber: string) {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(studentId))
  const bytes = Buffer.concat([iv, cipher.update(idNumber, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `v1.${keyIdOf(key)}.${bytes.toString('base64url')}`
}

/** Returns null if it was encrypted with none of these keys. */
export function openIdNumber(keys: IdKeys, studentId: string, text: string) {
  const [, keyId, encoded = ''] = sealedFormat.exec(text) ?? []
  const key = keys.find((one) => keyIdOf(one) === keyId)
  if (!key) return null
  const bytes = Buffer.from(encoded, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(studentId))
    .setAuthTag(bytes.subarray(-tagBytes))
  return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

/** Counts the id numbers that none of the keys decrypts. */
export async function countUnreadable(db: Db, keys: IdKeys) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from students
    where sealed_id_number like 'v1.%' and substr(sealed_id_number, 4, 8) <> all(${keys.map(keyIdOf)})`.execute(db)
  return rows[0]!.count
}

const batchSize = 500

/**
 * Runs at start: encrypts plain numbers, from before migration 0011, and re-encrypts those of older keys, one transaction
 * per batch. Returns the count of each, of those it cannot decrypt, and whether the plain ones are erased from the disk.
 */
export async function sealIdNumbers(db: Db, keys: IdKeys, { waitMs = 10_000 } = {}) {
  const counts = { plain: 0, older: 0, unknown: 0 }
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const batch = await db.transaction().execute(async (transaction) => {
      const students = await transaction
        .selectFrom('students')
        .select(['accountId as id', 'sealedIdNumber as text'])
        .where('accountId', '>', last)
        .where('sealedIdNumber', 'not like', `v1.${keyIdOf(keys[0])}.%`)
        .orderBy('accountId')
        .limit(batchSize)
        .forUpdate()
        .execute()
      for (const { id, text } of students) {
        const isPlain = !sealedFormat.test(text!)
        const idNumber = isPlain ? text! : openIdNumber(keys, id, text!)
        counts[isPlain ? 'plain' : idNumber === null ? 'unknown' : 'older']++
        if (idNumber === null) continue
        const sealedIdNumber = sealIdNumber(keys, id, idNumber)
        await transaction.updateTable('students').set({ sealedIdNumber }).where('accountId', '=', id).execute()
      }
      return students
    })
    if (batch.length < batchSize) break
    last = batch.at(-1)!.id
  }
  return { ...counts, isPlainErased: await erasePlain(db, waitMs) }
}

/**
 * Runs once: rewrites the table, whose file still has the plain numbers in dead rows, and validates the CHECK. Returns
 * false, for the next start to retry, if a transaction that can still read those rows lasts too long.
 */
async function erasePlain(db: Db, waitMs: number) {
  const { rows } = await sql<{ isValidated: boolean }>`
    select convalidated as is_validated from pg_constraint where conname = 'students_id_number_is_sealed'`.execute(db)
  if (rows[0]!.isValidated) return true
  return db.connection().execute(async (connection) => {
    if (!(await haveOlderReadersEnded(connection, waitMs))) return false
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`vacuum full students`.execute(connection)
    await sql`alter table students validate constraint students_id_number_is_sealed`.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
    return true
  })
}

/**
 * VACUUM FULL keeps dead rows that a snapshot may still see: older snapshots of this database, such as autovacuum's, and
 * every new one while a transaction that began before still writes, even in another database.
 */
async function haveOlderReadersEnded(db: Db, waitMs: number) {
  const { rows } = await sql<{ end: string }>`select pg_snapshot_xmax(pg_current_snapshot()) as end`.execute(db)
  const { end } = rows[0]!
  for (const deadline = performance.now() + waitMs; ; await sleep(50)) {
    const older = await sql`
      select where pg_snapshot_xmin(pg_current_snapshot()) < ${end}::xid8
      union all
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and age(backend_xmin) > age(${end}::xid8::xid)`.execute(db)
    if (older.rows.length === 0) return true
    if (performance.now() > deadline) return false
  }
}
