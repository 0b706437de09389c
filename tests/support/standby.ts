import { appendFileSync, chownSync, cpSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import pg from 'pg'

import { type Postgres, startPostgres } from '#server/postgres/postgres.ts'

import { temporaryFolder } from './postgres.ts'

/** Starts a standby that follows the PostgreSQL in `folder` by streaming, as Patroni's do. */
export async function startStandby(folder: string, leader: Postgres) {
  const own = temporaryFolder()
  const [from, to] = [path.join(folder, 'pg'), path.join(own, 'pg')]
  const client = new pg.Client({ connectionString: leader.url })
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  cpSync(from, to, {
    recursive: true,
    filter: (file) => !/postmaster\.(pid|opts)$/.test(file),
    preserveTimestamps: true,
  })
  await client.query('select pg_backup_stop(false)')
  await client.end()

  const socket = new URL(leader.url).searchParams.get('host')!
  appendFileSync(path.join(to, 'postgresql.auto.conf'), `primary_conninfo = 'host=${socket} user=puthi'\n`)
  writeFileSync(path.join(to, 'standby.signal'), '')
  const { uid, gid } = statSync(from)
  chownSync(path.join(to, 'standby.signal'), uid, gid)
  const postgres = await startPostgres(own)
  return {
    ...postgres,
    folder: own,
    async stop() {
      await postgres.stop()
      rmSync(own, { recursive: true, force: true })
    },
  }
}
