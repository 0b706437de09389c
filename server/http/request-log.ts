import { randomUUID } from 'node:crypto'

import type { MiddlewareHandler } from 'hono'

import { type Log, withoutFileName } from '#app/platform/log.server.ts'
import type { AppEnv } from '#server/app-options.ts'

/** Without the id of an account, and without the name of a sender's file. */
const loggedPath = (path: string) => withoutFileName(path.replace(/^(\/sellers\/)[^/]+/i, '$1ID')).slice(0, 200)

/**
 * Logs one line per request, without query, client address, account ids or names. The id is also a response header, so
 * that a report of an error leads to its line.
 */
export function requestLog(log: Log, { trustProxy }: { trustProxy: boolean }): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const started = performance.now()
    const given = trustProxy ? c.req.header('x-request-id') : undefined
    const id = given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    c.set('requestId', id)
    try {
      await next()
    } finally {
      if (!c.get('hasAllHeaders')) c.res.headers.set('X-Request-Id', id)
      const ms = Math.round((performance.now() - started) * 10) / 10
      log.info({ id, method: c.req.method, path: loggedPath(c.req.path), status: c.res.status, ms }, 'request')
    }
  }
}
