import { createContext, data, type RouterContextProvider } from 'react-router'

import type { TeamRole } from '#app/access/role-rules.ts'

/** A member of the team who is logged in. */
export interface TeamMember {
  id: string
  name: string
  email: string
  role: TeamRole
}

/** The member of the team whose request it is; null for everybody else, and outside of /team. */
export const teamMemberContext = createContext<TeamMember | null>(null)

/** For routes that the map of the team's pages closes to everybody else. */
export function signedInMember(context: Readonly<RouterContextProvider>) {
  const member = context.get(teamMemberContext)
  if (!member) throw data(null, 404)
  return member
}
