import type { Db } from '#app/platform/db.server.ts'
import { startTeamSession } from '#app/team/team-sessions.server.ts'

/** The cookie of a new session in which the member has entered the code, as `addCookies` takes it with a URL. */
export async function teamCookieOf(db: Db, member: { id: string }) {
  const value = await startTeamSession(db, { memberId: member.id, browser: 'Chrome on Linux', isComplete: true })
  return { name: 'puthi-team', value, httpOnly: true, sameSite: 'Lax' as const }
}
