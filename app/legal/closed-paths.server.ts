import type { Role } from '#app/access/role-rules.ts'
import { siteMap } from '#app/access/site-map.ts'

/** Pages that this role cannot open. A visitor is asked to log in where a student may go. */
export const closedPathsOf = (role: Role) =>
  siteMap.filter(({ opens }) => !opens.includes(role === 'visitor' ? 'student' : role)).map(({ path }) => path)
