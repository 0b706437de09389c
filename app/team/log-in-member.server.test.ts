import { createSecretKey, randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import type { IdKeys } from '#app/accounts/sealed-text.server.ts'
import { aTeamMember, makersPassword } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { addMember, choosePassword, endMember, findMemberOfLink, renewMember } from './keep-members.server.ts'
import { checkTeamCode, checkTeamPassword, findOrMakeCodeSecret } from './log-in-member.server.ts'
import type { TeamMember } from './team-member.ts'
import { findTeamSession } from './team-sessions.server.ts'
import { codeAt, stepAt } from './time-code.server.ts'

const { db } = await freshDatabase()
const keys: IdKeys = [createSecretKey(randomBytes(32))]
const by = 'command line of test'

const enterPassword = (email: string, password = makersPassword) =>
  checkTeamPassword(db, { email, password, address: 'here', browser: null })

async function passPassword({ email }: Pick<TeamMember, 'email'>) {
  const { token } = (await enterPassword(email)) as { token: string }
  return token
}

const enterCode = (member: TeamMember, token: string, code: string, nowMs = Date.now()) =>
  checkTeamCode(db, keys, { member, token, code, address: 'here', browser: null, nowMs })

/** Sets up the codes, at a time in the past: the code of now is not used up. */
async function logInFirst(member: TeamMember) {
  const token = await passPassword(member)
  const { secret } = await findOrMakeCodeSecret(db, keys, member.id)
  const before = Date.now() - 300_000
  const done = await enterCode(member, token, codeAt(secret!, stepAt(before)), before)
  return { secret: secret!, waited: token, ...(done as { token: string; recoveryCodes: string[] }) }
}

test('a member chooses a password by the link, once, and logs in with it and a code', async () => {
  const link = (await addMember(db, { name: 'Nilakshi', email: 'N@puthi.example', role: 'support' }, by)) as {
    path: string
  }
  const token = new URL(link.path, 'http://here').searchParams.get('token')!
  expect(await findMemberOfLink(db, token)).toMatchObject({ name: 'Nilakshi' })
  expect(await enterPassword('n@puthi.example')).toEqual({ refused: 'wrong' })
  expect(await choosePassword(db, token, makersPassword)).toBe('chosen')
  expect(await choosePassword(db, token, 'another long one')).toBe('link gone')
  expect(await enterPassword('n@PUTHI.example', 'wrong password')).toEqual({ refused: 'wrong' })
  expect(await enterPassword('n@PUTHI.example')).toEqual({ token: expect.any(String) as string })
  expect(await addMember(db, { name: 'Other', email: 'n@puthi.example', role: 'owner' }, by)).toBe('taken')
})

test('the password alone opens nothing; with the code it does, for 12 hours', async () => {
  const member = await aTeamMember(db)
  const waiting = await passPassword(member)
  expect(await findTeamSession(db, waiting, { isComplete: true })).toBeUndefined()
  expect(await findTeamSession(db, waiting, { isComplete: false })).toMatchObject({ id: member.id })

  const { token, recoveryCodes, waited } = await logInFirst(member)
  expect(await findTeamSession(db, waited, { isComplete: false })).toBeUndefined()
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(await findTeamSession(db, token, { isComplete: true })).toEqual(member)
  const { expiresAt } = await db
    .selectFrom('teamSessions')
    .select('expiresAt')
    .where('memberId', '=', member.id)
    .where('isComplete', '=', true)
    .executeTakeFirstOrThrow()
  expect(Math.round((expiresAt.getTime() - Date.now()) / 3_600_000)).toBe(12)
})

test('a code works once, and a wrong one does not', async () => {
  const member = await aTeamMember(db)
  const { secret } = await logInFirst(member)
  const now = Date.now()
  const code = codeAt(secret, stepAt(now))
  expect(await enterCode(member, await passPassword(member), code, now)).toMatchObject({ recoveryCodes: [] })
  expect(await enterCode(member, await passPassword(member), code, now)).toEqual({ refused: 'wrong' })
  expect(await enterCode(member, await passPassword(member), '000000', now + 60_000)).toEqual({ refused: 'wrong' })
})

test('of the same code in two browsers at once one logs in', async () => {
  const member = await aTeamMember(db)
  const { secret } = await logInFirst(member)
  const [one, other] = [await passPassword(member), await passPassword(member)]
  const now = Date.now()
  const results = await Promise.all(
    [one, other].map((token) => enterCode(member, token, codeAt(secret, stepAt(now)), now)),
  )
  expect(results.map((result) => ('refused' in result ? result.refused : 'in')).toSorted()).toEqual(['in', 'wrong'])
})

test('a recovery code works in place of a code, once', async () => {
  const member = await aTeamMember(db)
  const { recoveryCodes } = await logInFirst(member)
  expect(await enterCode(member, await passPassword(member), recoveryCodes[3]!)).toMatchObject({ recoveryCodes: [] })
  expect(await enterCode(member, await passPassword(member), recoveryCodes[3]!)).toEqual({ refused: 'wrong' })
  const others = await db.selectFrom('teamRecoveryCodes').selectAll().where('memberId', '=', member.id).execute()
  expect(others).toHaveLength(9)
})

test('ten wrong codes lock, also for the right one', async () => {
  const member = await aTeamMember(db)
  const { secret } = await logInFirst(member)
  const token = await passPassword(member)
  for (let n = 0; n < 10; n++) expect(await enterCode(member, token, '000000')).toEqual({ refused: 'wrong' })
  const now = Date.now()
  expect(await enterCode(member, token, codeAt(secret, stepAt(now)), now)).toMatchObject({ refused: 'locked' })
})

test('the secret is not readable in the database, nor by another key', async () => {
  const member = await aTeamMember(db)
  const { secret } = await logInFirst(member)
  const row = await db
    .selectFrom('teamMembers')
    .select('sealedCodeSecret')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  expect(row.sealedCodeSecret).not.toContain(secret)
  expect(await findOrMakeCodeSecret(db, [createSecretKey(randomBytes(32))], member.id)).toEqual({
    secret: null,
    isSetUp: true,
  })
})

test('who is ended has no session and cannot log in; what they did stays', async () => {
  const member = await aTeamMember(db)
  const { token } = await logInFirst(member)
  expect(await endMember(db, member.email, by)).toBe('ended')
  expect(await findTeamSession(db, token, { isComplete: true })).toBeUndefined()
  expect(await enterPassword(member.email)).toEqual({ refused: 'wrong' })
  expect(await endMember(db, member.email, by)).toBe('gone')
  const events = await db
    .selectFrom('auditEvents')
    .select(['event', 'by'])
    .where('subject', '=', `member ${member.id}`)
    .orderBy('id')
    .execute()
  expect(events).toEqual([
    { event: 'team codes set up', by: member.name },
    { event: 'team log-in', by: member.name },
    { event: 'member ended', by },
  ])
})

test('a new link ends password, codes and sessions', async () => {
  const member = await aTeamMember(db)
  const { token, recoveryCodes } = await logInFirst(member)
  expect(await renewMember(db, member.email, by)).toMatchObject({
    path: expect.stringContaining('/team/password?token=') as string,
  })
  expect(await findTeamSession(db, token, { isComplete: true })).toBeUndefined()
  expect(await enterPassword(member.email)).toEqual({ refused: 'wrong' })
  const left = await db.selectFrom('teamRecoveryCodes').selectAll().where('memberId', '=', member.id).execute()
  expect([recoveryCodes.length, left.length]).toEqual([10, 0])
})
