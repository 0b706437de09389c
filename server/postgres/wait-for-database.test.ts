import { connect, createServer } from 'node:net'
import path from 'node:path'

import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'

import { freshDatabase } from '#tests/support/database.ts'
import { testFolder } from '#tests/support/folder.ts'
import { startServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

import { waitForDatabase } from './wait-for-database.ts'

const { url } = await freshDatabase()

/** A TCP proxy to PostgreSQL that cuts every connection until `open` is called. */
async function aPort() {
  const socket = path.join(new URL(inject('postgresUrl')).searchParams.get('host')!, '.s.PGSQL.5432')
  let isOpen = false
  let cut = 0
  const server = createServer((near) => {
    if (!isOpen) return (cut++, near.destroy())
    const far = connect(socket)
    near.on('error', () => far.destroy()).on('close', () => far.destroy())
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const close = () => new Promise((resolve) => server.close(resolve))
  return { port, cut: () => cut, open: () => (isOpen = true), close }
}

const databaseAt = (port: number) => `postgres://puthi:s3cret@127.0.0.1:${port}${new URL(url).pathname}`

test('a start waits for a database that comes up later, and names it without the password', async () => {
  const { port, cut, open } = await aPort()
  const starting = startServer({ DATABASE_URL: databaseAt(port), DATA_DIR: testFolder(), LOG_LEVEL: 'warn' })
  const hasFailed = starting.then(
    () => false,
    () => true,
  )
  await Promise.race([until(() => cut() > 2), hasFailed])
  open()
  const server = await starting
  onTestFinished(async () => void (await server.stop('SIGKILL')))

  const lines = server.output().split('\n').filter((line) => line.startsWith('Waiting')) // prettier-ignore
  const where = `PostgreSQL at 127.0.0.1:${port}, database ${new URL(url).pathname.slice(1)}`
  expect(lines).toEqual([expect.stringContaining(`Waiting for ${where}, at most 60 s: `)])
  expect(server.output()).not.toContain('s3cret')
})

test('a database that never comes up, or refuses the login, ends the start with the reason', async () => {
  const { port, close } = await aPort()
  await close()
  const said: string[] = []
  const wait = (to: string) => waitForDatabase(to, { say: (line) => said.push(line), maxMs: 300 })
  await expect(wait(databaseAt(port))).rejects.toThrow(/could not be reached for 0\.3 s: connect ECONNREFUSED/)
  expect(said).toHaveLength(1)

  const none = new URL(url)
  none.pathname = '/no_such_database'
  await expect(wait(none.href)).rejects.toThrow('database "no_such_database" does not exist')
  expect(said).toHaveLength(1)
})

test('a start waits for a read-only database', async () => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const name = new URL(url).pathname.slice(1)
  await client.query(`alter database ${name} set default_transaction_read_only = on`)
  const said: string[] = []
  const waiting = waitForDatabase(url, { say: (line) => said.push(line) })
  await until(() => said.length > 0)
  expect(said[0]).toContain('it takes no writes yet')
  await client.query(`alter database ${name} reset default_transaction_read_only`)
  await waiting
})
