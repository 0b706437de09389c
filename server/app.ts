import { Hono, type MiddlewareHandler } from 'hono'
import { sql } from 'kysely'

import { pdfUploadPath, pictureUploadPath } from '#app/files/file-rules.ts'
import { uploadPdf } from '#app/files/pdfs/upload-pdf.server.ts'
import { servePicture } from '#app/files/pictures/serve-picture.server.ts'
import { watchTakenPictures } from '#app/files/pictures/taken-pictures.server.ts'
import { uploadPicture } from '#app/files/pictures/upload-picture.server.ts'
import { isStorageDown } from '#app/files/storage/storage-down.server.ts'
import { isDatabaseDown } from '#app/platform/db.server.ts'
import { serveSharePictures } from '#app/posts/sharing/serve-share-picture.server.ts'
import { watchPageChanges } from '#app/rendering/page-changes.server.ts'
import { limitBody } from '#server/http/body-limit.ts'
import { compressPages } from '#server/http/compress-pages.ts'
import { countVisits } from '#server/http/count-visits.ts'
import { pageCache } from '#server/http/page-cache.ts'
import { originOf, refuseOtherSites } from '#server/http/refuse-other-sites.ts'
import { requestLog } from '#server/http/request-log.ts'
import { robotsText } from '#server/http/robots.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { sitemap } from '#server/http/sitemap.ts'
import { staticFiles } from '#server/http/static-files.ts'
import { uploads } from '#server/http/uploads.ts'

import type { AppEnv, AppOptions } from './app-options.ts'
import { pages, renderForVisitor } from './pages.ts'

/** The HTTP application: middleware and routes in the order that every request passes them. main.ts is the process. */
export function createApp(options: AppOptions) {
  const { db, config, storage, log, isDatabaseUp, isDraining } = options
  const isDevelopment = import.meta.env.DEV
  const app = new Hono<AppEnv>()

  app.get('/healthz', (c) => c.text('ok'))
  // Also while the database is away: files and pages that were kept are served, and the others say so themselves.
  app.get('/livez', (c) => (isDraining() ? c.text('stopping', 503) : c.text('alive')))
  app.get('/readyz', async (c) => {
    const isReady = !isDraining() && isDatabaseUp() && (await sql`select 1`.execute(db).then(isFine, isBroken))
    return isReady ? c.text('ready') : c.text('not ready', 503, { 'Retry-After': '2' })
  })

  app.use(requestLog(options))
  app.use(refuseUnreadableAddress)
  if (!isDevelopment) app.use(staticFiles('build/client'))
  const isTaken = watchTakenPictures(db)
  app.get('/pictures/*', (c) => servePicture(c.req.raw, { storage, isTaken }))
  const serveSharePicture = serveSharePictures(options)
  app.get('/share/*', (c) => serveSharePicture(c.req.raw))
  const forSearchEngines = sitemap(options)
  app.get('/robots.txt', (c) => c.text(robotsText(originOf(c, config)), 200, robotsHeaders))
  app.get('/sitemap.xml', forSearchEngines.index)
  app.get('/sitemap/*', forSearchEngines.file)
  app.use('/posts/*', countVisits(options.views))
  if (!isDevelopment) {
    app.use(pageCache({ ...options, pageChanges: watchPageChanges(db), render: renderForVisitor(options) }))
  }
  app.use(securityHeaders({ ...config, isDevelopment }))
  app.use(compressPages)
  app.use(limitBody)
  app.post(pictureUploadPath, refuseOtherSites(config), uploads(options, uploadPicture))
  app.post(pdfUploadPath, refuseOtherSites(config), uploads(options, uploadPdf))
  app.all('*', refuseOtherSites(config), pages(options))

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
 * Refuses URLs that later code could not parse: without a host (Node lets those through for the health checks above),
 * with a host that HTTP allows and URLs do not, such as twenty digits, or with malformed percent-encoding.
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
    return decodeURIComponent(path) !== '' // compared, because the bundler would remove an unused result
  } catch {
    return false
  }
}

const robotsHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

const isFine = () => true
const isBroken = () => false
