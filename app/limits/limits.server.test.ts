import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { createDb, type Db } from '#app/platform/db.server.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { until } from '#tests/support/until.ts'

import { deleteExpiredBuckets, chargeBuckets } from './limits.server.ts'
import { refuseTooMany } from './refuse-too-many.server.ts'
import { waitText } from './wait-rules.ts'

const { db, url } = await freshDatabase()
const hour = 3_600

/** Charges one action to a bucket; by default the limit is ten actions per hour. */
const one = (of: string, share = 0.1, within: Db = db) => chargeBuckets(within, hour, [{ of, share }])

const later = (seconds: number) =>
  sql`update limit_buckets set free_at = free_at - ${seconds} * interval '1 second'`.execute(db)

const buckets = async () => (await sql`select 1 from limit_buckets`.execute(db)).rows.length

/** Within a transaction the time of the database stands still. */
const atOnce = (work: (within: Db) => Promise<void>) => db.transaction().execute(work)

test('a burst up to the limit is allowed, and the next action is told how long to wait', async () => {
  await atOnce(async (within) => {
    for (let time = 0; time < 10; time++) expect(await one('a', 0.1, within)).toBe(0)
    expect(await one('a', 0.1, within)).toBe(360) // a tenth of the hour
    expect(await one('somebody else', 0.1, within)).toBe(0)
  })
  await later(360)
  await atOnce(async (within) => {
    expect(await one('a', 0.1, within)).toBe(0)
  })
})

test('a refused action is charged to none of its buckets', async () => {
  await atOnce(async (within) => {
    const both = () =>
      chargeBuckets(within, hour, [
        { of: 'full', share: 0.5 },
        { of: 'roomy', share: 0.1 },
      ])
    expect([await both(), await both()]).toEqual([0, 0])
    for (let time = 0; time < 20; time++) expect(await both()).toBe(1_800)
    expect(await one('roomy', 0.8, within)).toBe(0)
    expect(await one('roomy', 0.1, within)).toBe(360)
  })
})

test('an idle bucket allows no more than a new one', async () => {
  await one('sleeper')
  await later(10 * hour)
  await atOnce(async (within) => {
    for (let time = 0; time < 10; time++) expect(await one('sleeper', 0.1, within)).toBe(0)
    expect(await one('sleeper', 0.1, within)).toBe(360)
  })
})

test('an action larger than the whole limit is allowed once, on an empty bucket', async () => {
  await one('large')
  await later(hour)
  await atOnce(async (within) => {
    expect(await one('large', 7, within)).toBe(0)
    expect(await one('large', 0.001, within)).toBeGreaterThan(0)
  })
})

test('of 60 concurrent actions over two processes only ten are allowed', async () => {
  const other = createDb(url, { max: 5 })
  onTestFinished(() => other.destroy())
  const charges = [{ of: 'crowd', share: 0.1 }, { of: 'their school', share: 0.01 }] // prettier-ignore
  const waits = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      chargeBuckets(n % 2 ? db : other, hour, n % 3 ? charges : charges.toReversed()),
    ),
  )
  expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
})

/** Number of connections waiting for a lock. */
async function waiting() {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

test('two transactions that name two buckets in opposite order do not deadlock', async () => {
  const [school, class10] = [{ of: 'a school', share: 0.1 }, { of: 'its class 10', share: 0.1 }] // prettier-ignore
  for (const [mine, yours] of [
    [school, class10],
    [class10, school],
  ] as const) {
    // prettier-ignore
    const both = await db.transaction().execute(async (transaction) => {
      await chargeBuckets(transaction, hour, [mine])
      const first = chargeBuckets(db, hour, [mine, yours])
      await until(async () => (await waiting()) === 1)
      const second = chargeBuckets(db, hour, [yours, mine])
      await until(async () => (await waiting()) === 2)
      return { ended: Promise.all([first, second]) }
    })
    expect(await both.ended).toEqual([0, 0])
  }
})

test('the limit holds for a second transaction that read the bucket before the first committed', async () => {
  await one('last place', 0.9)
  const second = await db.transaction().execute(async (transaction) => {
    expect(await chargeBuckets(transaction, hour, [{ of: 'last place', share: 0.1 }])).toBe(0)
    const other = one('last place')
    await until(async () => (await waiting()) > 0)
    return { other }
  })
  expect(await second.other).toBeGreaterThan(0)
})

test('only expired buckets are deleted', async () => {
  await later(10 * hour)
  await one('still there')
  await deleteExpiredBuckets(db)
  expect(await buckets()).toBe(1)
  for (let time = 0; time < 9; time++) await one('still there')
  expect(await one('still there')).toBeGreaterThan(0)
})

test('a person has a lower limit than an address; without a sender nothing is limited', async () => {
  const calls = { of: 'calls', perPerson: 2, perAddress: 3, minutes: 60 }
  const call = (person: string | null) => refuseTooMany(db, calls, { person, address: '192.0.2.1' })
  expect(await call('Rina')).toBe(null)
  expect(await call('Rina')).toBe(null)
  const refused = await call('Rina')
  expect(refused?.text).toBe('Too many calls in a short time. Please try again in 30 minutes.')
  expect(refused?.waitSeconds).toBeGreaterThan(1_790)
  expect(await call(null)).toBe(null)
  expect(await call('Amal')).not.toBe(null) // the limit of the address is used up
  expect(await refuseTooMany(db, calls, null)).toBe(null)
})

test('a waiting time is given in minutes, and above 90 minutes in hours', () => {
  expect([1, 61, 90 * 60].map(waitText)).toEqual([
    'Please try again in 1 minute.',
    'Please try again in 2 minutes.',
    'Please try again in 90 minutes.',
  ])
  expect(waitText(91 * 60)).toBe('Please try again in 2 hours.')
})
