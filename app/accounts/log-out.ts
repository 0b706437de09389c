import { redirect } from 'react-router'

import { configContext, dbContext } from '#app/platform/context.ts'

import type { Route } from './+types/log-out'
import { forgetSession, readSessionToken } from './session-cookie.server.ts'
import { endSession } from './sessions.server.ts'
import { viewerContext } from './viewer.ts'

export async function action({ context, request }: Route.ActionArgs) {
  const config = context.get(configContext)
  const token = readSessionToken(request, config)
  if (token) await endSession(context.get(dbContext), token)
  const leavesStorage = context.get(viewerContext)?.kind === 'student'
  return redirect('/', { status: 303, headers: forgetSession(config, { leavesStorage }) })
}

/** Somebody who opens the address gets away from it. */
export const loader = () => redirect('/')
