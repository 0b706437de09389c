import { redirect } from 'react-router'

import { teamLogInPath, ticketsPath } from '#app/access/team-map.ts'
import { configContext, dbContext } from '#app/platform/context.ts'

import type { Route } from './+types/log-out'
import { readTeamToken, teamCookie } from './team-cookie.server.ts'
import { endTeamSession } from './team-sessions.server.ts'

export async function action({ context, request }: Route.ActionArgs) {
  const config = context.get(configContext)
  const token = readTeamToken(request, config)
  if (token) await endTeamSession(context.get(dbContext), token)
  const headers = { 'Set-Cookie': teamCookie(null, config), 'Clear-Site-Data': '"cache"' }
  return redirect(teamLogInPath, { status: 303, headers })
}

/** Opening the URL does not log out. */
export const loader = () => redirect(ticketsPath)
