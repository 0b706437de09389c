import { createCipheriv, createDecipheriv, createHash, type KeyObject, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

/** The first seals, all of them open: a new key is put before the old one. */
export type IdKeys = [KeyObject, ...KeyObject[]]

const ivBytes = 12
const tagBytes = 16
/** Longer than any number that may be typed, so none is taken for one. The migration 0011 holds it, too. */
const sealed = /^v1\.([0-9a-f]{8})\.([A-Za-z0-9_-]{39,})$/

/** Which key it was, without saying anything about it. */
export const keyIdOf = (key: KeyObject) => createHash('sha256').update(key.export()).digest('hex').slice(0, 8)

/** AES-256-GCM. It is bound to its student: moved to another row, it does not open. */
export function sealIdNumber([key]: IdKeys, studentId: string, idNumber: string) {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(studentId))
  const bytes = Buffer.concat([iv, cipher.update(idNumber, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `v1.${keyIdOf(key)}.${bytes.toString('base64url')}`
}

/** Null where none of the keys is the one. */
export function openIdNumber(keys: IdKeys, studentId: string, text: string) {
  const [, keyId, encoded = ''] = sealed.exec(text) ?? []
  const key = keys.find((one) => keyIdOf(one) === keyId)
  if (!key) return null
  const bytes = Buffer.from(encoded, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(studentId))
    .setAuthTag(bytes.subarray(-tagBytes))
  return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

/** How many numbers none of the keys opens. */
export async function countUnreadable(db: Db, keys: IdKeys) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from students
    where sealed_id_number like 'v1.%' and substr(sealed_id_number, 4, 8) <> all(${keys.map(keyIdOf)})`.execute(db)
  return rows[0]!.count
}

const batchSize = 500

/**
 * At the start: seals what is plain, from before 0011, and seals anew what an older key sealed. Each batch is a transaction
 * and nothing is done twice. Says how many it sealed, how many it cannot open, and whether what was plain is forgotten.
 */
export async function sealIdNumbers(db: Db, keys: IdKeys, { waitMs = 10_000 } = {}) {
  const done = { plain: 0, older: 0, unknown: 0 }
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const batch = await db.transaction().execute(async (transaction) => {
      const students = await transaction
        .selectFrom('students')
        .select(['id', 'sealedIdNumber as text'])
        .where('id', '>', last)
        .where('sealedIdNumber', 'not like', `v1.${keyIdOf(keys[0])}.%`)
        .orderBy('id')
        .limit(batchSize)
        .forUpdate()
        .execute()
      for (const { id, text } of students) {
        const isPlain = !sealed.test(text!)
        const idNumber = isPlain ? text! : openIdNumber(keys, id, text!)
        done[isPlain ? 'plain' : idNumber === null ? 'unknown' : 'older']++
        if (idNumber === null) continue
        const sealedIdNumber = sealIdNumber(keys, id, idNumber)
        await transaction.updateTable('students').set({ sealedIdNumber }).where('id', '=', id).execute()
      }
      return students
    })
    if (batch.length < batchSize) break
    last = batch.at(-1)!.id
  }
  return { ...done, isPlainForgotten: await forgetPlain(db, waitMs) }
}

/**
 * Once: what was plain is gone from the table's pages, too, and the database itself vouches for the rest. Where somebody
 * goes on reading for too long it is left to the next start.
 */
async function forgetPlain(db: Db, waitMs: number) {
  const { rows } = await sql<{ isHeld: boolean }>`
    select convalidated as is_held from pg_constraint where conname = 'students_id_number_is_sealed'`.execute(db)
  if (rows[0]!.isHeld) return true
  return db.connection().execute(async (connection) => {
    if (!(await haveOthersEnded(connection, waitMs))) return false
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`vacuum full students`.execute(connection)
    await sql`alter table students validate constraint students_id_number_is_sealed`.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
    return true
  })
}

/**
 * What somebody may still read would be kept in the new file, too: who looks through the tables, as PostgreSQL itself now
 * and then does, and whoever looks while somebody is still writing who began before, be it in another database.
 */
async function haveOthersEnded(db: Db, waitMs: number) {
  const { rows } = await sql<{ end: string }>`select pg_snapshot_xmax(pg_current_snapshot()) as end`.execute(db)
  const { end } = rows[0]!
  for (const until = performance.now() + waitMs; ; await sleep(50)) {
    const others = await sql`
      select where pg_snapshot_xmin(pg_current_snapshot()) < ${end}::xid8
      union all
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and age(backend_xmin) > age(${end}::xid8::xid)`.execute(db)
    if (others.rows.length === 0) return true
    if (performance.now() > until) return false
  }
}
