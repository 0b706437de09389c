import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { Db } from './db.server.ts'

interface Charge {
  /** What is counted, and whose it is. */
  of: string
  /** How much of all that there is room for, from 0 to 1. */
  share: number
}

/**
 * Counts what is about to be done, all of it or nothing, and says how many seconds it has to wait: 0 means go on. What is
 * refused does not count, so who waits gets in. A bucket is the time at which it will have run empty: what is done moves
 * that on, and where it would be further away than `seconds` there is no room.
 */
export async function spend(db: Db, seconds: number, charges: Charge[]) {
  const keys = charges.map(({ of }) => createHash('sha256').update(of).digest())
  const costs = charges.map(({ share }) => Math.min(share, 1) * seconds)
  // The first look refuses without a write; the second, under the row's lock, holds however many come at once.
  const { rows } = await sql<{ wait: number | null; counted: number }>`
    with asked as (
      select key, cost * interval '1 second' as cost from unnest(${keys}::bytea[], ${costs}::float8[]) as a (key, cost)
    ), full_ones as (
      select max(extract(epoch from free_at + cost - now()) - ${seconds}) as wait
      from asked join limit_buckets using (key)
      where free_at + cost > now() + ${seconds} * interval '1 second'
    ), counted as (
      insert into limit_buckets as bucket (key, free_at)
      select key, now() + cost from asked where (select wait from full_ones) is null order by key
      on conflict (key) do update set free_at = greatest(bucket.free_at, now()) + (excluded.free_at - now())
      where bucket.free_at + (excluded.free_at - now()) <= now() + ${seconds} * interval '1 second'
      returning key
    )
    select (select wait from full_ones)::float8 as wait, (select count(*) from counted)::int as counted`.execute(db)
  const { wait, counted } = rows[0]!
  if (counted === charges.length) return 0
  return Math.max(1, Math.ceil(wait ?? 1))
}

/** An empty bucket says what no bucket says. */
export async function forgetEmptyBuckets(db: Db) {
  await sql`delete from limit_buckets where free_at < now()`.execute(db)
}
