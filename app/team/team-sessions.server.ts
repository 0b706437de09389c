import { hash, randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import type { TeamMember } from './team-member.ts'
import { codeMinutes, sessionHours } from './team-rules.ts'

const sha256 = (token: string) => hash('sha256', token, 'buffer')

interface NewSession {
  memberId: string
  /** In words, such as "Chrome on Android". */
  browser: string | null
  /** False: the password was right, and the code is still to come. */
  isComplete: boolean
}

/** Lasts 12 hours, however much it is used; or, without a code, until there is time to enter it. */
export async function startTeamSession(db: Db, { memberId, browser, isComplete }: NewSession) {
  const token = randomBytes(32).toString('base64url')
  const minutes = isComplete ? sessionHours * 60 : codeMinutes
  await db
    .insertInto('teamSessions')
    .values({
      tokenSha256: sha256(token),
      memberId,
      browser,
      isComplete,
      expiresAt: sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .execute()
  return token
}

/** The member of a session that is complete, or of one that waits for its code. */
export async function findTeamSession(db: Db, token: string, { isComplete }: { isComplete: boolean }) {
  return db
    .selectFrom('teamSessions')
    .innerJoin('teamMembers', 'teamMembers.id', 'memberId')
    .select(['teamMembers.id', 'name', 'email', 'role'])
    .where('tokenSha256', '=', sha256(token))
    .where('isComplete', '=', isComplete)
    .where('expiresAt', '>', sql<Date>`now()`)
    .where('endedAt', 'is', null)
    .executeTakeFirst() satisfies Promise<TeamMember | undefined>
}

export async function endTeamSession(db: Db, token: string) {
  await db.deleteFrom('teamSessions').where('tokenSha256', '=', sha256(token)).execute()
}

export async function endTeamSessionsOf(db: Db, memberId: string) {
  await db.deleteFrom('teamSessions').where('memberId', '=', memberId).execute()
}

export async function endExpiredTeamSessions(db: Db) {
  await sql`delete from team_sessions where expires_at < now()`.execute(db)
}
