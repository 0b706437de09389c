import { randomUUID } from 'node:crypto'

import type { Context, MiddlewareHandler } from 'hono'

import { withoutFileName } from '#app/platform/log.server.ts'
import type { AppEnv, AppOptions } from '#server/app-options.ts'

import { routeOf } from './route-of.ts'

/** Without the id of an account, and without the name of a sender's file. */
const loggedPath = (path: string) => withoutFileName(path.replace(/^(\/sellers\/)[^/]+/i, '$1ID')).slice(0, 200)

type Options = Pick<AppOptions, 'log' | 'config' | 'metrics'>

/** W3C Trace Context: the id of the trace that a proxy has begun. */
const traceParent = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/**
 * Logs one line per request, without query, client address, account ids or names. The id is also a response header, so
 * that a report of an error leads to its line. A proxy's own id, and that of its trace, are taken over.
 */
export function requestLog({ log, config, metrics }: Options): MiddlewareHandler<AppEnv> {
  const given = (c: Context<AppEnv>, header: string) => (config.trustProxy ? (c.req.header(header) ?? '') : '')
  return async (c, next) => {
    const started = performance.now()
    const [id = randomUUID()] = /^[\w-]{8,64}$/.exec(given(c, 'x-request-id')) ?? []
    const [, trace] = traceParent.exec(given(c, 'traceparent')) ?? []
    c.set('requestId', id)
    try {
      await next()
    } finally {
      if (!c.get('hasAllHeaders')) c.res.headers.set('X-Request-Id', id)
      const { status } = c.res
      const ms = Math.round((performance.now() - started) * 10) / 10
      log.info({ id, trace, method: c.req.method, path: loggedPath(c.req.path), status, ms }, 'request')
      metrics?.noteRequest({
        route: routeOf(c.req.path),
        status,
        cache: c.get('cache') ?? 'none',
        seconds: ms / 1_000,
      })
    }
  }
}
