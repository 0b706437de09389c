import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

interface Charge {
  /** The bucket's name: what is limited, and for whom. */
  of: string
  /** The part of the limit that the action uses, from 0 to 1. */
  share: number
}

/**
 * Leaky buckets: charges all of them or none, and returns how many seconds to wait (0: allowed). A bucket is stored as
 * the time at which it will be empty (`free_at`). An action moves that forward by its share of the window, and is
 * refused if it would end up more than `seconds` ahead. Refused actions are not charged.
 */
export async function chargeBuckets(db: Db, seconds: number, charges: Charge[]) {
  const keys = charges.map(({ of }) => createHash('sha256').update(of).digest())
  const costs = charges.map(({ share }) => Math.min(share, 1) * seconds)
  // `exceeded` refuses without a write; the check in `on conflict` holds under concurrency, by the row's lock.
  const { rows } = await sql<{ wait: number | null; charged: number }>`
    with charges as (
      select key, cost * interval '1 second' as cost from unnest(${keys}::bytea[], ${costs}::float8[]) as a (key, cost)
    ), exceeded as (
      select max(extract(epoch from free_at + cost - now()) - ${seconds}) as wait
      from charges join limit_buckets using (key)
      where free_at + cost > now() + ${seconds} * interval '1 second'
    ), charged as (
      insert into limit_buckets as bucket (key, free_at)
      select key, now() + cost from charges where (select wait from exceeded) is null order by key
      on conflict (key) do update set free_at = greatest(bucket.free_at, now()) + (excluded.free_at - now())
      where bucket.free_at + (excluded.free_at - now()) <= now() + ${seconds} * interval '1 second'
      returning key
    )
    select (select wait from exceeded)::float8 as wait, (select count(*) from charged)::int as charged`.execute(db)
  const { wait, charged } = rows[0]!
  if (charged === charges.length) return 0
  return Math.max(1, Math.ceil(wait ?? 1))
}

/** Deletes expired buckets; a missing row means the same. */
export async function deleteExpiredBuckets(db: Db) {
  await sql`delete from limit_buckets where free_at < now()`.execute(db)
}
