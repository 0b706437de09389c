import { safePath } from '#app/accounts/safe-path.ts'

/** A path of the team's own pages to open after the log-in; null for anything else. */
export function safeTeamPath(to: string | null) {
  const path = safePath(to)
  return path?.startsWith('/team/') ? path : null
}
