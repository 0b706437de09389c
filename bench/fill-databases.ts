import { sql } from 'kysely'

import { createDb, type Db } from '#app/platform/db.server.ts'
import { migrate } from '#database/migrate.ts'
import type { Postgres } from '#server/postgres/postgres.ts'

import { addPeople, addSellers, fillPosts } from './fill-posts.ts'

export interface FilledDatabase {
  size: number
  url: string
}

interface How {
  /** How many posts each database has, the smallest first. */
  sizes: number[]
  /** How many people there are for a number of posts, beside the sellers; none unless given. */
  peopleOf?: (posts: number) => number
  say: (line: string) => void
}

/** A database of each size, each begun as a copy of the one before. Those that an earlier run filled are kept. */
export async function fillDatabases(postgres: Postgres, { sizes, peopleOf = () => 0, say }: How) {
  const admin = createDb(postgres.url, { max: 1, settings: { statement_timeout: '0' } })
  const filled: FilledDatabase[] = []
  for (const [n, size] of sizes.entries()) {
    const url = urlOf(postgres, nameOf(size))
    filled.push({ size, url })
    if (await isFilled(admin, nameOf(size))) continue
    say(`Filling ${size.toLocaleString('en')} posts…`)
    const smaller = sizes[n - 1]
    await sql.raw(`drop database if exists ${nameOf(size)}`).execute(admin)
    await sql.raw(`create database ${nameOf(size)} ${smaller ? `template ${nameOf(smaller)}` : ''}`).execute(admin)
    const db = createDb(url, { max: 2, settings: { statement_timeout: '0' } }) // filling takes long
    if (!smaller) {
      await migrate(url)
      await addSellers(db)
    }
    await addPeople(db, { from: peopleOf(smaller ?? 0), to: peopleOf(size) })
    await fillPosts(db, { from: smaller ?? 0, to: size })
    await db.destroy()
    await sql.raw(`comment on database ${nameOf(size)} is '${filledMark}'`).execute(admin)
  }
  await admin.destroy()
  return filled
}

const nameOf = (size: number) => `posts_${size}`
const filledMark = 'filled'

async function isFilled(admin: Db, name: string) {
  const { rows } = await sql<{ mark: string | null }>`
    select shobj_description(oid, 'pg_database') as mark from pg_database where datname = ${name}`.execute(admin)
  return rows[0]?.mark === filledMark
}

function urlOf({ url: server }: Postgres, database: string) {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
