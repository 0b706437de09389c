import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { sql } from 'kysely'

import type { Config } from '#app/platform/config.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { Log } from '#app/platform/log.server.ts'

import { limitBody } from './body-limit.ts'
import { compressPages } from './compress-pages.ts'
import { pages } from './pages.ts'
import { requestLog } from './request-log.ts'
import { securityHeaders } from './security-headers.ts'
import { staticFiles } from './static-files.ts'

export interface AppOptions {
  db: Db
  config: Config
  log: Log
  isDatabaseUp: () => boolean
  isDraining: () => boolean
}

export interface AppEnv {
  Bindings: HttpBindings
  Variables: { requestId: string; nonce: string }
}

/** The way of every request, from top to bottom. The process around it is main.ts. */
export function createApp(options: AppOptions) {
  const { db, config, log, isDatabaseUp, isDraining } = options
  const isDevelopment = import.meta.env.DEV
  const app = new Hono<AppEnv>()

  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    const isReady = !isDraining() && isDatabaseUp() && (await sql`select 1`.execute(db).then(isFine, isBroken))
    return isReady ? c.text('ready') : c.text('not ready', 503, { 'Retry-After': '2' })
  })

  app.use(requestLog(log, config))
  if (!isDevelopment) app.use(staticFiles('build/client'))
  app.use(securityHeaders({ isDevelopment, publicUrl: config.publicUrl }))
  app.use(compressPages)
  app.use(limitBody)
  app.all('*', pages(options))

  app.onError((err, c) => {
    log.error({ id: c.get('requestId'), err }, 'failed')
    return c.text('Something went wrong on our side. Please try again.', 500)
  })
  return app
}

const isFine = () => true
const isBroken = () => false
