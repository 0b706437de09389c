import type { MiddlewareFunction } from 'react-router'

import { configContext, dbContext } from '#app/platform/context.ts'

import { readTeamToken } from './team-cookie.server.ts'
import { teamMemberContext } from './team-member.ts'
import { findTeamSession } from './team-sessions.server.ts'

/** Middleware: sets the member of the team, on the team's own pages alone. */
export const loadTeamMember: MiddlewareFunction<Response> = async ({ context, pattern, request }) => {
  if (!/^\/?team(\/|$)/.test(pattern)) return
  const token = readTeamToken(request, context.get(configContext))
  const member = token ? await findTeamSession(context.get(dbContext), token, { isComplete: true }) : undefined
  if (member) context.set(teamMemberContext, member)
}
