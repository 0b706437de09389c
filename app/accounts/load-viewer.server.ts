import type { MiddlewareFunction } from 'react-router'

import { configContext, dbContext } from '#app/platform/context.ts'

import { readSessionToken, sessionCookie } from './session-cookie.server.ts'
import { extendSession, findSession } from './sessions.server.ts'
import { sessionIdContext, viewerContext } from '#app/access/viewer.ts'

/** Middleware of every page: sets the viewer. Without a valid session the request is a visitor's. */
export const loadViewer: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const config = context.get(configContext)
  const db = context.get(dbContext)
  const token = readSessionToken(request, config)
  const session = token ? await findSession(db, token) : null
  if (!token || !session) return next()

  context.set(viewerContext, session.viewer)
  context.set(sessionIdContext, session.id)
  const response = await next()
  if (session.needsExtension && !response.headers.has('Set-Cookie')) {
    await extendSession(db, token)
    response.headers.append('Set-Cookie', sessionCookie(token, config))
  }
  return response
}
