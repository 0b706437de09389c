import { CompiledQuery, sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'

import { freshDatabase } from '#tests/support/database.ts'

import { createDb, isDatabaseDown } from './db.server.ts'

const { db, url } = await freshDatabase()

const errorOf = (work: Promise<unknown>) => work.then(() => null, (reason: unknown) => reason) // prettier-ignore

test('a connection that is cut between two statements counts as the database being down', async () => {
  const onConnectionLost = vi.fn<(error: Error) => void>()
  const other = createDb(url, { max: 1, onConnectionLost })
  const cut = other.connection().execute(async (connection) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
    await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(db)
    await vi.waitUntil(() => onConnectionLost.mock.calls.length > 1) // termination error, closed socket
    await sql`select 1`.execute(connection)
  })
  const error = await errorOf(cut)
  expect(String(error)).toContain('not queryable')
  expect(isDatabaseDown(error)).toBe(true)
  await other.destroy()
})

test('a read-only database, such as a standby before its promotion, counts as down', async () => {
  const write = sql`insert into contact_messages (name) values ('Anu')`
  const standby = createDb(url, { max: 1 })
  onTestFinished(() => standby.destroy())
  const error = await errorOf(
    standby.connection().execute(async (connection) => {
      await sql`set default_transaction_read_only = on`.execute(connection)
      await write.execute(connection)
    }),
  )
  expect(error).toMatchObject({ code: '25006' })
  expect(isDatabaseDown(error)).toBe(true)

  // The search pool is read-only by design: writing over it is a bug, not an outage.
  const searchDb = createDb(url, { max: 1, settings: { default_transaction_read_only: 'on' } })
  onTestFinished(() => searchDb.destroy())
  const mistake = await errorOf(write.execute(searchDb))
  expect(String(mistake)).toContain('read-only connection')
  expect(isDatabaseDown(mistake)).toBe(false)
})

/** A new table with one row, and a pool whose only connection has prepared a statement that reads all its columns. */
async function aPlannedStatement(table: string) {
  await sql`create table ${sql.table(table)} as select 7 as n`.execute(db)
  const pool = createDb(url, { max: 1 })
  onTestFinished(() => pool.destroy())
  const readAll = CompiledQuery.raw(`select * from ${table}`, [])
  expect((await pool.executeQuery(readAll)).rows).toEqual([{ n: 7 }])
  const addColumn = (name: string) => sql`alter table ${sql.table(table)} add column ${sql.ref(name)} int`.execute(db)
  return { pool, readAll, addColumn }
}

test('a prepared statement works after each added column', async () => {
  const { pool, readAll, addColumn } = await aPlannedStatement('grows')
  await addColumn('m')
  expect((await pool.executeQuery(readAll)).rows).toEqual([{ n: 7, m: null }])
  await addColumn('o')
  expect((await pool.executeQuery(readAll)).rows).toEqual([{ n: 7, m: null, o: null }])
})

test('within a transaction a stale prepared statement fails as retryable, and the retry works', async () => {
  const { pool, readAll, addColumn } = await aPlannedStatement('grows_too')
  await addColumn('m')
  const readTwice = () =>
    pool.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction)
      return (await transaction.executeQuery(readAll)).rows
    })
  const error = await errorOf(readTwice())
  expect(error).toMatchObject({ code: '0A000' })
  expect(isDatabaseDown(error)).toBe(true)
  expect(await readTwice()).toEqual([{ n: 7, m: null }])
})
