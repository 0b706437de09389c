import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'

import { renditionKeys } from '#app/files/pictures/picture-url.ts'
import { createStorage } from '#app/files/storage/storage.server.ts'
import { sweepFiles } from '#app/files/storage/sweep-files.job.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { createLog } from '#app/platform/log.server.ts'

import { filesIn } from '../../support/pictures.ts'

/** Mismatches between storage and database after a sweep; ages all files by two hours before it. */
export async function strayFiles(db: Db, dataDir: string) {
  await db
    .updateTable('files')
    .set({ createdAt: sql`created_at - interval '2 hours'` })
    .execute()
  const folder = path.join(dataDir, 'files')
  const incoming = path.join(folder, '.incoming')
  const longAgo = Date.now() / 1_000 - 2 * 60 * 60
  for (const name of existsSync(incoming) ? readdirSync(incoming) : []) {
    utimesSync(path.join(incoming, name), longAgo, longAgo)
  }
  await sweepFiles(db, createStorage({ dataDir, filesUrl: null, awsKey: null }, createLog('silent')))

  const rows = await db.selectFrom('files').selectAll().execute()
  const posts = await db.selectFrom('posts').select(['picture1', 'picture2']).execute()
  const named = posts.flatMap(({ picture1, picture2 }) => [picture1!, picture2!]).filter((key) => !isMade(key))
  const known = new Set(rows.flatMap(({ key, kind }) => (kind === 'picture' ? renditionKeys(key) : [key])))
  const stored = new Set(existsSync(folder) ? filesIn(folder) : [])
  const sizeOf = (key: string) =>
    renditionKeys(key).reduce((sum, one) => sum + statSync(path.join(folder, one)).size, 0)
  const whole = rows.filter(({ key }) => renditionKeys(key).every((one) => stored.has(one)))
  return [
    ...[...stored].filter((file) => !known.has(file)).map((file) => `${file} has no row`),
    ...[...known].filter((file) => !stored.has(file)).map((file) => `${file} has no bytes`),
    ...whole.filter(({ key, bytes }) => sizeOf(key) !== bytes).map(({ key }) => `${key} is not whole`),
    ...rows.filter(({ key }) => !named.includes(key)).map(({ key }) => `${key} belongs to nothing`),
    ...named.filter((key) => !rows.some((row) => row.key === key && row.takenAt)).map((key) => `${key} is not kept`),
  ]
}

/** A key from database/makers.ts: no such file is stored. */
const isMade = (key: string) => key.startsWith('images/none-')
