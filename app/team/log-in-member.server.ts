import { sql } from 'kysely'

import { countAttempt, forgetAttempts } from '#app/accounts/log-in-limits.server.ts'
import { failAsSlowly, isPassword } from '#app/accounts/password.server.ts'
import { type IdKeys, openText, sealText } from '#app/accounts/sealed-text.server.ts'
import { noteAudit, noteAuditOnce } from '#app/audit/note-audit.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { renewRecoveryCodes, takeRecoveryCode } from './recovery-codes.server.ts'
import type { TeamMember } from './team-member.ts'
import { endTeamSession, startTeamSession } from './team-sessions.server.ts'
import { newCodeSecret, stepOfCode } from './time-code.server.ts'

interface PasswordStep {
  email: string
  password: string
  /** For the limit of attempts. */
  address: string
  browser: string | null
}

/** The first step: returns the token of a session that waits for the code. */
export async function checkTeamPassword(db: Db, { email, password, address, browser }: PasswordStep) {
  const account = `team:${email.toLowerCase()}`
  const { attempt, lockedSeconds } = await countAttempt(db, { account, address })
  const member = await db
    .selectFrom('teamMembers')
    .select(['id', 'name', 'passwordHash'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  const subject = member ? `member ${member.id}` : null
  if (lockedSeconds > 0) {
    await noteAuditOnce(db, { event: 'team log-in locked', by: 'somebody', subject })
    return { refused: 'locked' as const, lockedSeconds }
  }
  const isRight = member?.passwordHash ? await isPassword(password, member.passwordHash) : await failAsSlowly(password)
  if (!member || !isRight) {
    await noteAudit(db, { event: 'team log-in refused', by: 'somebody', subject, reason: 'password' })
    return { refused: 'wrong' as const }
  }
  await forgetAttempts(db, attempt)
  return { token: await startTeamSession(db, { memberId: member.id, browser, isComplete: false }) }
}

/** The secret of the member's codes. The first log-in makes it; it counts from the first right code on. */
export async function findOrMakeCodeSecret(db: Db, keys: IdKeys, memberId: string) {
  const { sealedCodeSecret, codeStep } = await findCodes(db, memberId)
  const isSetUp = Number(codeStep) > 0
  const secret = sealedCodeSecret === null ? null : openText(keys, memberId, sealedCodeSecret)
  if (secret !== null) return { secret, isSetUp }
  if (isSetUp) return { secret: null, isSetUp } // encrypted by a key that is not here
  const made = newCodeSecret()
  await db
    .updateTable('teamMembers')
    .set({ sealedCodeSecret: sealText(keys, memberId, made) })
    .where('id', '=', memberId)
    .where('codeStep', '=', '0')
    .execute()
  return { secret: made, isSetUp }
}

interface CodeStep {
  member: TeamMember
  /** Six digits, or a recovery code. */
  code: string
  /** Of the session that waits for it. */
  token: string
  address: string
  browser: string | null
  nowMs?: number
}

/** The second step: returns the token of a session that is complete, and, at the first log-in, the recovery codes. */
export async function checkTeamCode(db: Db, keys: IdKeys, { member, code, token, address, browser, nowMs }: CodeStep) {
  const subject = `member ${member.id}`
  const { attempt, lockedSeconds } = await countAttempt(db, { account: `team code:${member.id}`, address })
  if (lockedSeconds > 0) {
    await noteAuditOnce(db, { event: 'team log-in locked', by: 'somebody', subject })
    return { refused: 'locked' as const, lockedSeconds }
  }
  return db.transaction().execute(async (transaction) => {
    const { sealedCodeSecret, codeStep } = await findCodes(transaction, member.id, { isLocked: true })
    const usedStep = Number(codeStep)
    const isRecovery = code.length > 6
    const secret = sealedCodeSecret === null ? null : openText(keys, member.id, sealedCodeSecret)
    const step = isRecovery || !secret ? null : stepOfCode(secret, code, { nowMs: nowMs ?? Date.now(), usedStep })
    const isRight = isRecovery ? await takeRecoveryCode(transaction, member.id, code) : step !== null
    if (!isRight) {
      await noteAudit(transaction, { event: 'team log-in refused', by: 'somebody', subject, reason: 'code' })
      return { refused: 'wrong' as const }
    }
    if (step !== null) {
      const set = { codeStep: String(step) }
      await transaction.updateTable('teamMembers').set(set).where('id', '=', member.id).execute()
    }
    if (isRecovery) await noteAudit(transaction, { event: 'recovery code used', by: member, subject })
    const isFirst = usedStep === 0
    if (isFirst) await noteAudit(transaction, { event: 'team codes set up', by: member, subject })
    await noteAudit(transaction, { event: 'team log-in', by: member, subject })
    await forgetAttempts(transaction, attempt)
    await endTeamSession(transaction, token)
    return {
      token: await startTeamSession(transaction, { memberId: member.id, browser, isComplete: true }),
      recoveryCodes: isFirst ? await renewRecoveryCodes(transaction, member.id) : [],
    }
  })
}

function findCodes(db: Db, memberId: string, { isLocked = false } = {}) {
  const found = db.selectFrom('teamMembers').select(['sealedCodeSecret', 'codeStep']).where('id', '=', memberId)
  return (isLocked ? found.forUpdate() : found).executeTakeFirstOrThrow()
}
