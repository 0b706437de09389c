import type { HttpBindings } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { type Kysely, sql } from 'kysely'

import type { IdKeys } from '#app/accounts/id-numbers.server.ts'
import { pdfUploadPath, pictureUploadPath } from '#app/files/file-rules.ts'
import { servePicture } from '#app/files/serve-picture.server.ts'
import { isStorageDown } from '#app/files/storage-down.server.ts'
import type { Storage } from '#app/files/storage.server.ts'
import { watchTakenPictures } from '#app/files/taken-pictures.server.ts'
import { uploadPdf } from '#app/files/upload-pdf.server.ts'
import { uploadPicture } from '#app/files/upload-picture.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import { isDatabaseDown, type Tables } from '#app/platform/db.server.ts'
import type { Log } from '#app/platform/log.server.ts'
import { watchPageChanges } from '#app/platform/page-changes.server.ts'
import { keepFirstPages } from '#app/posts/first-pages.server.ts'

import { limitBody } from './body-limit.ts'
import { compressPages } from './compress-pages.ts'
import { refuseOtherSites } from './other-sites.ts'
import { pageCache } from './page-cache.ts'
import { pages, renderForVisitor } from './pages.ts'
import { requestLog } from './request-log.ts'
import { securityHeaders } from './security-headers.ts'
import { staticFiles } from './static-files.ts'
import { uploads } from './uploads.ts'

export interface AppOptions {
  db: Kysely<Tables>
  searchDb: Kysely<Tables>
  config: Config
  storage: Storage
  idKeys: IdKeys
  log: Log
  isDatabaseUp: () => boolean
  isDraining: () => boolean
}

export interface AppEnv {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    nonce: string
    /** The answer is as it will be sent: nothing is to be added. */
    hasAllHeaders?: boolean
  }
}

/** The way of every request, from top to bottom. The process around it is main.ts. */
export function createApp(options: AppOptions) {
  const { db, config, storage, log, isDatabaseUp, isDraining } = options
  const isDevelopment = import.meta.env.DEV
  const withLists = { ...options, countChanges: watchPageChanges(db), findFirstPage: keepFirstPages(db) }
  const app = new Hono<AppEnv>()

  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    const isReady = !isDraining() && isDatabaseUp() && (await sql`select 1`.execute(db).then(isFine, isBroken))
    return isReady ? c.text('ready') : c.text('not ready', 503, { 'Retry-After': '2' })
  })

  app.use(requestLog(log, config))
  app.use(refuseUnreadableAddress)
  if (!isDevelopment) app.use(staticFiles('build/client'))
  const isTaken = watchTakenPictures(db)
  app.get('/pictures/*', (c) => servePicture(c.req.raw, { storage, isTaken }))
  if (!isDevelopment) app.use(pageCache({ ...withLists, render: renderForVisitor(withLists) }))
  app.use(securityHeaders({ ...config, isDevelopment }))
  app.use(compressPages)
  app.use(limitBody)
  app.post(pictureUploadPath, refuseOtherSites(config), uploads(options, uploadPicture))
  app.post(pdfUploadPath, refuseOtherSites(config), uploads(options, uploadPdf))
  app.all('*', refuseOtherSites(config), pages(withLists))

  app.onError((err, c) => {
    log.error({ id: c.get('requestId'), err }, 'failed')
    const headers = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' }
    if (isDatabaseDown(err) || isStorageDown(err))
      return c.text('We are back in a moment.', 503, { ...headers, 'Retry-After': '2' })
    return c.text('Something went wrong on our side. Please try again.', 500, headers)
  })
  return app
}

/**
 * Refuses what no later reader of the URL could parse: no host (Node lets it through for the health checks above), a host
 * that HTTP allows and URLs do not, such as twenty digits, or a path whose percent-encoding is malformed.
 */
const refuseUnreadableAddress: MiddlewareHandler<AppEnv> = (c, next) => {
  const refuse = (text: string) => Promise.resolve(c.text(text, 400, { 'X-Content-Type-Options': 'nosniff' }))
  const { url } = c.req
  if (!c.env.incoming.headers.host || !URL.canParse(url)) return refuse('There is no such host.')
  if (url.includes('%') && !canDecode(new URL(url).pathname)) return refuse('This address is not written correctly.')
  return next()
}

function canDecode(path: string) {
  try {
    return decodeURIComponent(path) !== '' // the bundler would remove a call whose result is not used
  } catch {
    return false
  }
}

const isFine = () => true
const isBroken = () => false
