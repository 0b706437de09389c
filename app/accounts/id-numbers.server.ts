import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { type IdKeys, isSealed, keyIdOf, openText, sealText } from './sealed-text.server.ts'

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
        const isPlain = !isSealed(text!)
        const idNumber = isPlain ? text! : openText(keys, id, text!)
        counts[isPlain ? 'plain' : idNumber === null ? 'unknown' : 'older']++
        if (idNumber === null) continue
        const sealedIdNumber = sealText(keys, id, idNumber)
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
    await sql`reset statement_timeout`.execute(connection)
    await connection.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction)
      await sql`alter table students validate constraint students_id_number_is_sealed`.execute(transaction)
    })
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
