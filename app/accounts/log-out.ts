import { redirect } from 'react-router'

import { configContext, dbContext } from '#app/platform/context.ts'

import type { Route } from './+types/log-out'
import { redirectLoggedOut } from './redirect-logged-out.server.ts'
import { readSessionToken } from './session-cookie.server.ts'
import { endSession } from './sessions.server.ts'
import { viewerContext } from '#app/access/viewer.ts'

export async function action({ context, request }: Route.ActionArgs) {
  const config = context.get(configContext)
  const token = readSessionToken(request, config)
  if (token) await endSession(context.get(dbContext), token)
  return redirectLoggedOut(config, context.get(viewerContext))
}

/** Opening the URL does not log out. */
export const loader = () => redirect('/')
