import { argon2Sync } from 'node:crypto'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aStore, aStudent, makersPassword } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { logIn } from './log-in.server.ts'
import { findSession, startSession } from './sessions.server.ts'

const { db } = await freshDatabase()

let addresses = 0
const someAddress = () => `192.0.2.${++addresses}`

const right = (phone: string, address = someAddress()) =>
  logIn(db, 'student', { phone, password: makersPassword, address })
const wrong = (phone: string, address = someAddress()) =>
  logIn(db, 'student', { phone, password: 'not this one', address })

async function fail(times: number, phone: string, address?: string) {
  for (let time = 0; time < times; time++) expect(await wrong(phone, address)).toEqual({ refused: 'wrong' })
}

test('the right password starts a session, each time a new one', async () => {
  const student = await aStudent(db)
  const [first, second] = [await right(student.phone), await right(student.phone)]
  expect(first.token).not.toBe(second.token)
  expect((await findSession(db, first.token!))?.viewer.id).toBe(student.id)
})

test('a wrong password and an unknown phone get the same answer', async () => {
  const student = await aStudent(db)
  expect(await wrong(student.phone)).toEqual({ refused: 'wrong' })
  expect(await wrong('0000000000')).toEqual({ refused: 'wrong' })
})

test('a store cannot log in as a student', async () => {
  const store = await aStore(db)
  expect(await right(store.phone)).toEqual({ refused: 'wrong' })
})

test('10 failures lock the account, even for the right password, until the first is 15 minutes old', async () => {
  const student = await aStudent(db)
  await fail(10, student.phone)
  const locked = await right(student.phone)
  expect(locked.refused).toBe('locked')
  expect(locked.lockedSeconds).toBeGreaterThan(14 * 60)
  expect(locked.lockedSeconds).toBeLessThanOrEqual(15 * 60)

  await sql`update log_in_attempts set attempted_at = attempted_at - interval '15 minutes'
    where account = ${`student:${student.phone}`}`.execute(db)
  expect((await right(student.phone)).token).toBeDefined()
})

test('a lock does not last for hours after the clock was set back', async () => {
  const student = await aStudent(db)
  await fail(10, student.phone)
  await sql`update log_in_attempts set attempted_at = attempted_at + interval '3 hours'
    where account = ${`student:${student.phone}`}`.execute(db)
  expect(await right(student.phone)).toHaveProperty('token')
})

test('an unknown phone is locked like a known one', async () => {
  await fail(10, '0000000001')
  expect((await wrong('0000000001')).refused).toBe('locked')
})

test('attempts made while locked do not prolong the lock', async () => {
  const student = await aStudent(db)
  await fail(10, student.phone)
  await Promise.all([1, 2, 3].map(() => wrong(student.phone)))
  const { rows } = await sql`select 1 from log_in_attempts where account = ${`student:${student.phone}`}`.execute(db)
  expect(rows).toHaveLength(10)
})

test('a right password resets the count of failures', async () => {
  const student = await aStudent(db)
  await fail(9, student.phone)
  await right(student.phone)
  await fail(9, student.phone)
  expect((await right(student.phone)).token).toBeDefined()
})

test('of many concurrent attempts at most 10 are checked', async () => {
  const student = await aStudent(db)
  const results = await Promise.all(Array.from({ length: 25 }, () => wrong(student.phone)))
  expect(results.filter(({ refused }) => refused === 'wrong')).toHaveLength(10)
  expect(results.filter(({ refused }) => refused === 'locked')).toHaveLength(15)
})

test('an address is locked after 100 failures over all accounts', async () => {
  const address = someAddress()
  await sql`insert into log_in_attempts (account, address_sha256)
    select 'student:' || n, sha256(${address}::bytea) from generate_series(1, 99) n`.execute(db)
  const student = await aStudent(db)
  expect((await wrong(student.phone, address)).refused).toBe('wrong')
  expect((await wrong(student.phone, address)).refused).toBe('locked')
  expect((await wrong(student.phone)).refused).toBe('wrong') // from another address
})

/** A hash with weaker parameters. */
function cheaperHash() {
  const [nonce, tagLength] = [Buffer.alloc(16, 7), 32]
  const cost = { memory: 1_024, passes: 1, parallelism: 1 }
  const tag = argon2Sync('argon2id', { message: makersPassword, nonce, tagLength, ...cost })
  const [salt, sum] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=1024,t=1,p=1$${salt}$${sum}`
}

test.for(['student', 'store'] as const)(
  'a log-in replaces an outdated hash of a %s, and keeps the account’s other sessions',
  async (kind) => {
    const account = await (kind === 'student' ? aStudent(db) : aStore(db))
    await db.updateTable('accounts').set({ passwordHash: cheaperHash() }).where('id', '=', account.id).execute()
    const hashNow = async () =>
      (await db.selectFrom('accounts').select('passwordHash').where('id', '=', account.id).executeTakeFirstOrThrow())
        .passwordHash
    const enter = (password: string) => logIn(db, kind, { phone: account.phone, password, address: someAddress() })
    const elsewhere = await startSession(db, account)

    expect(await enter('not this one')).toEqual({ refused: 'wrong' })
    expect(await hashNow()).toBe(cheaperHash())
    const { token } = await enter(makersPassword)
    const renewed = await hashNow()
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    for (const one of [token!, elsewhere]) expect((await findSession(db, one))?.viewer.id).toBe(account.id)
    expect(await enter(makersPassword)).toHaveProperty('token')
    expect(await hashNow()).toBe(renewed)
  },
)
