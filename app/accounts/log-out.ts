import { redirect } from 'react-router'

import { may } from '#app/access/role-rules.ts'
import { configContext, dbContext } from '#app/platform/context.ts'

import type { Route } from './+types/log-out'
import { sessionEndHeaders, readSessionToken } from './session-cookie.server.ts'
import { endSession } from './sessions.server.ts'
import { viewerContext } from './viewer.ts'

export async function action({ context, request }: Route.ActionArgs) {
  const config = context.get(configContext)
  const token = readSessionToken(request, config)
  if (token) await endSession(context.get(dbContext), token)
  const viewer = context.get(viewerContext)
  const keepsStorage = viewer !== null && !may(viewer.kind, 'keep a store profile')
  return redirect('/', { status: 303, headers: sessionEndHeaders(config, { keepsStorage }) })
}

/** Opening the URL does not log out. */
export const loader = () => redirect('/')
