import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { hashPassword } from './password.server.ts'
import { endSession, extendSession, findSession, startSession } from './sessions.server.ts'

const { db } = await freshDatabase()
const dayMs = 86_400_000

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

test('a session lasts 30 days from its last use, renewed once a day', async () => {
  const student = await aStudent(db)
  const token = await startSession(db, student)
  expect((await findSession(db, token))?.needsExtension).toBe(false)

  await sql`update sessions set expires_at = now() + interval '28 days' where account_id = ${student.id}`.execute(db)
  expect((await findSession(db, token))?.needsExtension).toBe(true)
  await extendSession(db, token)
  const { expiresAt } = await db
    .selectFrom('sessions')
    .select('expiresAt')
    .where('accountId', '=', student.id)
    .executeTakeFirstOrThrow()
  expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + 29.9 * dayMs)
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
