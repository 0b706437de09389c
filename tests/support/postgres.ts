import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import pg from 'pg'

import { migrate } from '#database/migrate.ts'
import { startPostgres } from '#server/postgres/postgres.ts'

const template = 'puthi_template'

/** Starts a PostgreSQL for the tests, with a migrated template from which `createDatabase` copies. */
export async function startTestPostgres() {
  const folder = temporaryFolder()
  const postgres = await startPostgres(folder, { isDurable: false, maxConnections: 150 }) // for several servers at once
  await runSql(postgres.url, `create database ${template}`)
  await migrate(urlOf(postgres.url, template))
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Creates a migrated database and returns its URL. Takes about 0.1 s. */
export async function createDatabase(serverUrl: string) {
  const name = `test_${randomBytes(6).toString('hex')}`
  await runSql(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  return urlOf(serverUrl, name)
}

/** Creates a database without tables and returns its URL. */
export async function createEmptyDatabase(serverUrl: string) {
  const name = `test_${randomBytes(6).toString('hex')}`
  await runSql(serverUrl, `create database ${name} template template0 strategy file_copy`)
  return urlOf(serverUrl, name)
}

/** A folder that other accounts may enter but not list: under root, PostgreSQL may run as another account. */
export function temporaryFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'puthi-test-'))
  chmodSync(folder, 0o711)
  return folder
}

function urlOf(serverUrl: string, name: string) {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function runSql(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
