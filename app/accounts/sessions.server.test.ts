import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { hashPassword } from './password.server.ts'
import {
  endAllSessions,
  endSession,
  endSessionOf,
  extendSession,
  findSession,
  listSessions,
  startSession,
} from './sessions.server.ts'

const { db } = await freshDatabase()

test('findSession returns the account of a token', async () => {
  const student = await aStudent(db)
  const store = await aStore(db)
  expect((await findSession(db, await startSession(db, student)))?.viewer).toEqual({
    kind: 'student',
    id: student.id,
    name: student.name,
    phone: student.phone,
  })
  expect((await findSession(db, await startSession(db, store)))?.viewer).toEqual({
    kind: 'store',
    id: store.id,
    name: store.name,
    phone: store.phone,
  })
})

test('a token is 256 random bits, and the database holds only its hash', async () => {
  const student = await aStudent(db)
  const tokens = await Promise.all([startSession(db, student), startSession(db, student)])
  expect(tokens[0]).not.toBe(tokens[1])
  expect(Buffer.from(tokens[0], 'base64url')).toHaveLength(32)
  const { rows } = await sql<{ all: string }>`select string_agg(s::text, '') as all from sessions s`.execute(db)
  for (const token of tokens) {
    expect(rows[0]!.all).not.toContain(token)
    expect(rows[0]!.all).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
  }
})

test('findSession returns null for an unknown, ended or expired session', async () => {
  const student = await aStudent(db)
  expect(await findSession(db, 'x'.repeat(43))).toBeNull()

  const ended = await startSession(db, student)
  await endSession(db, ended)
  expect(await findSession(db, ended)).toBeNull()

  const expired = await startSession(db, student)
  await sql`update sessions set expires_at = now() - interval '1 second' where account_id = ${student.id}`.execute(db)
  expect(await findSession(db, expired)).toBeNull()
})

/** Moves all dates of a session as if that many days had passed. */
const letDaysPass = (account: { id: string }, days: number) =>
  sql`update sessions set created_at = created_at - make_interval(days => ${days}),
    seen_at = seen_at - make_interval(days => ${days}), expires_at = expires_at - make_interval(days => ${days})
    where account_id = ${account.id}`.execute(db)

test('a session lasts 30 days from its last use, renewed once a day', async () => {
  const student = await aStudent(db)
  const token = await startSession(db, student)
  expect((await findSession(db, token))?.needsExtension).toBe(false)

  await letDaysPass(student, 2)
  expect((await findSession(db, token))?.needsExtension).toBe(true)
  await extendSession(db, token)
  expect((await findSession(db, token))?.needsExtension).toBe(false)
  await letDaysPass(student, 29)
  expect(await findSession(db, token)).not.toBeNull()
  await letDaysPass(student, 1)
  await extendSession(db, token)
  expect(await findSession(db, token)).toBeNull()
})

test('a session ends after 90 days, however often it is used', async () => {
  const student = await aStudent(db)
  const token = await startSession(db, student)
  for (let day = 1; day < 90; day++) {
    await letDaysPass(student, 1)
    expect(await findSession(db, token)).not.toBeNull()
    await extendSession(db, token)
  }
  await letDaysPass(student, 1)
  expect(await findSession(db, token)).toBeNull()
})

test('people see where they are logged in, the last used first, and end one session or all, but no others', async () => {
  const [student, other] = [await aStudent(db), await aStudent(db)]
  const phone = await startSession(db, student, 'Chrome on Android')
  await startSession(db, student, 'Opera on Android')
  await letDaysPass(student, 10)
  const computer = await startSession(db, student, 'Firefox on Linux')
  await letDaysPass(student, 10)
  await extendSession(db, phone)
  await letDaysPass(student, 10)
  const others = await startSession(db, other)
  const listed = await listSessions(db, student) // Opera was not used for 30 days
  expect(listed.map(({ browser }) => browser)).toEqual(['Chrome on Android', 'Firefox on Linux'])

  await endSessionOf(db, other, listed[1]!.id)
  expect(await findSession(db, computer)).not.toBeNull()
  await endSessionOf(db, student, listed[1]!.id)
  expect(await findSession(db, computer)).toBeNull()
  expect(await findSession(db, phone)).not.toBeNull()

  await startSession(db, student)
  await endAllSessions(db, student)
  expect(await listSessions(db, student)).toEqual([])
  expect(await findSession(db, others)).not.toBeNull()
})

test('a new password ends all sessions of that account only', async () => {
  const [student, other] = [await aStudent(db), await aStudent(db)]
  const tokens = await Promise.all([startSession(db, student), startSession(db, student)])
  const others = await startSession(db, other)
  const passwordHash = await hashPassword('something new')
  await db.updateTable('accounts').set({ passwordHash }).where('id', '=', student.id).execute()
  expect(await Promise.all(tokens.map((token) => findSession(db, token)))).toEqual([null, null])
  expect(await findSession(db, others)).not.toBeNull()
})

test('deleting an account ends its sessions', async () => {
  const store = await aStore(db)
  const token = await startSession(db, store)
  await db.deleteFrom('accounts').where('id', '=', store.id).execute()
  expect(await findSession(db, token)).toBeNull()
})
