import { CompiledQuery, sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'

import { freshDatabase } from '#tests/support/database.ts'
import { until } from '#tests/support/until.ts'

import { createDb, isDatabaseDown } from './db.server.ts'

const { db, url } = await freshDatabase()

/** Addresses of the same database. */
const addresses = [
  { how: 'straight', address: url },
  { how: 'as through a pooler', address: `${url}${url.includes('?') ? '&' : '?'}pooler=transaction` },
]

const errorOf = (work: Promise<unknown>) => work.then(() => null, (reason: unknown) => reason) // prettier-ignore

test('a connection that is cut between two statements counts as the database being down', async () => {
  const onConnectionLost = vi.fn<(error: Error) => void>()
  const other = createDb(url, { max: 1, onConnectionLost })
  const cut = other.connection().execute(async (connection) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
    await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(db)
    await until(() => onConnectionLost.mock.calls.length > 1) // termination error, closed socket
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
})

test.for(addresses)('$how, writing over a pool that only reads is a bug, not an outage', async ({ address }) => {
  const searchDb = createDb(address, { max: 1, settings: { default_transaction_read_only: 'on' } })
  onTestFinished(() => searchDb.destroy())
  const mistake = await errorOf(sql`insert into contact_messages (name) values ('Anu')`.execute(searchDb))
  expect(String(mistake)).toContain('read-only connection')
  expect(isDatabaseDown(mistake)).toBe(false)
})

test.for(addresses)('$how, settings hold for a statement by itself and in a transaction', async ({ address }) => {
  const pool = createDb(address, { max: 1, settings: { statement_timeout: '7s', random_page_cost: '1.5' } })
  onTestFinished(() => pool.destroy())
  const read = sql<{ all: string }>`
    select concat_ws(' ', current_setting('statement_timeout'), current_setting('plan_cache_mode'),
      current_setting('random_page_cost')) as all`
  const [alone, inTransaction] = [
    await read.execute(pool),
    await pool
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        const { rows } = await sql<{ level: string }>`show transaction_isolation`.execute(transaction)
        expect(Object.values(rows[0]!)).toEqual(['repeatable read'])
        return read.execute(transaction)
      }),
  ]
  const settings = '7s force_generic_plan 1.5'
  expect([alone.rows[0]!.all, inTransaction.rows[0]!.all]).toEqual([settings, settings])
})

test.for(addresses)('$how, a statement that fails is undone, and the next one works', async ({ how, address }) => {
  const table = sql.table(how === 'straight' ? 'checked' : 'checked_too')
  await sql`create table ${table} (n int unique deferrable initially deferred)`.execute(db)
  const pool = createDb(address, { max: 1 })
  onTestFinished(() => pool.destroy())
  await sql`insert into ${table} values (1)`.execute(pool)
  expect(await errorOf(sql`insert into ${table} values (2), (1)`.execute(pool))).toMatchObject({ code: '23505' })
  expect(await errorOf(sql`insert into ${table} values (1 / 0)`.execute(pool))).toMatchObject({ code: '22012' })
  const rolledBack = pool.transaction().execute(async (transaction) => {
    await sql`insert into ${table} values (3)`.execute(transaction)
    throw new Error('changed my mind')
  })
  expect(String(await errorOf(rolledBack))).toContain('changed my mind')
  expect((await sql`select n from ${table}`.execute(pool)).rows).toEqual([{ n: 1 }])
})

test.for(addresses)('$how, what refuses a transaction runs without one', async ({ address }) => {
  const pool = createDb(address, { max: 1 })
  onTestFinished(() => pool.destroy())
  await expect(sql`vacuum contact_messages`.execute(pool)).resolves.toBeDefined()
})

test('a pooler that does not keep prepared statements is named', async () => {
  const pool = createDb(url, { max: 1 })
  onTestFinished(() => pool.destroy())
  const ask = () => sql`select 1 as one`.execute(pool)
  await ask()
  await sql`deallocate all`.execute(pool)
  expect(String(await errorOf(ask()))).toContain('PgBouncer needs max_prepared_statements')
})

/** A new table with one row, and a pool whose only connection has prepared a statement that reads all its columns. */
async function aPlannedStatement(table: string, address = url) {
  await sql`create table ${sql.table(table)} as select 7 as n`.execute(db)
  const pool = createDb(address, { max: 1 })
  onTestFinished(() => pool.destroy())
  const readAll = CompiledQuery.raw(`select * from ${table}`, [])
  expect((await pool.executeQuery(readAll)).rows).toEqual([{ n: 7 }])
  const addColumn = (name: string) => sql`alter table ${sql.table(table)} add column ${sql.ref(name)} int`.execute(db)
  return { pool, readAll, addColumn }
}

test.for(addresses)('$how, a prepared statement works after each added column', async ({ how, address }) => {
  const { pool, readAll, addColumn } = await aPlannedStatement(how === 'straight' ? 'grows' : 'grows_pooled', address)
  await addColumn('m')
  expect((await pool.executeQuery(readAll)).rows).toEqual([{ n: 7, m: null }])
  await addColumn('o')
  expect((await pool.executeQuery(readAll)).rows).toEqual([{ n: 7, m: null, o: null }])
})

test.for(addresses)('$how, a stale statement of a transaction can be tried again', async ({ how, address }) => {
  const { pool, readAll, addColumn } = await aPlannedStatement(
    how === 'straight' ? 'grows_2' : 'grows_pooled_2',
    address,
  )
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
