// The process: configuration, build, database, HTTP server, graceful shutdown. Run by Node directly, never bundled.
import { createServer, type RequestListener, type Server } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { getRequestListener } from '@hono/node-server'

import { loadIdKeys } from '#app/accounts/id-keys.server.ts'
import { sealIdNumbers } from '#app/accounts/id-numbers.server.ts'
import { forgetOldAttempts } from '#app/accounts/log-in-limits.server.ts'
import { endExpiredSessions } from '#app/accounts/sessions.server.ts'
import { findMaskSecret } from '#app/comments/comment-queries.server.ts'
import { uploadMaxMs } from '#app/files/file-rules.ts'
import { checkStorage, createStorage } from '#app/files/storage/storage.server.ts'
import { sweepFiles } from '#app/files/storage/sweep-files.job.server.ts'
import { deleteExpiredBuckets } from '#app/limits/limits.server.ts'
import { type Config, isLoopback, readConfig } from '#app/platform/config.server.ts'
import { createDb } from '#app/platform/db.server.ts'
import { startJobs } from '#app/platform/jobs.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { reasonOf } from '#app/platform/reason.ts'
import { createViewCounter } from '#app/posts/page/post-views.server.ts'
import { renewIndex } from '#app/posts/search/renew-index.job.server.ts'
import { createSearchDb } from '#app/posts/search/search-db.server.ts'
import { loadSynonyms } from '#app/posts/search/synonyms.server.ts'
import { sweepWords } from '#app/posts/search/sweep-words.job.server.ts'
import { cutSitemap } from '#app/posts/sharing/cut-sitemap.job.server.ts'
import { deleteOldPageChanges } from '#app/rendering/page-changes.server.ts'
import { describeDemo, hasNoAccounts, loadDemo, openDemo, warnOfDemo } from '#database/demo/demo.ts'
import { migrate } from '#database/migrate.ts'
import { refuseHalfRestored } from '#server/backup/restore.ts'
import { cutSlowReaders } from '#server/http/slow-readers.ts'
import { startPostgres } from '#server/postgres/postgres.ts'
import { waitForDatabase } from '#server/postgres/wait-for-database.ts'

import type { AppOptions } from './app-options.ts'
import type { createApp as CreateApp } from './app.ts'
import { buildIfStale } from './build.ts'
import { prepareDrain } from './drain.ts'

const viewsStoredEveryMs = 10_000

const isDevelopment = process.argv.includes('--dev')
process.env.NODE_ENV = isDevelopment ? 'development' : 'production'
process.chdir(path.resolve(import.meta.dirname, '..'))

try {
  await start(readConfig(process.env))
} catch (error) {
  console.error(`Puthi could not start. ${reasonOf(error)}`)
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(1)
}

async function start(config: Config) {
  const log = createLog(config.logLevel)
  if (config.publicUrl && config.placeholders.length > 0)
    log.warn({ variables: config.placeholders }, 'placeholder contacts are shown on a public site: set these variables')
  const storage = createStorage(config, log)
  await checkStorage(config)
  refuseHalfRestored(config.dataDir)
  const [postgres] = await Promise.all([
    config.databaseUrl ? null : startPostgres(config.dataDir, { onMessage: (line) => log.debug(line) }),
    isDevelopment ? null : buildIfStale(),
  ])
  if (config.databaseUrl) await waitForDatabase(config.databaseUrl, { say: console.log })
  const databaseUrl = config.databaseUrl ?? postgres!.url
  await migrate(databaseUrl)
  const onConnectionLost = (err: Error) => log.warn({ err }, 'database connection lost')
  const db = createDb(databaseUrl, { onConnectionLost })
  const searchDb = createSearchDb(databaseUrl, { onConnectionLost })
  const views = createViewCounter(db)
  const synonyms = await loadSynonyms(db, config.dataDir)

  const idKeys = await loadIdKeys(config, db)
  const { unknown, isPlainErased } = await sealIdNumbers(db, idKeys)
  if (unknown > 0) log.error({ students: unknown }, 'id numbers encrypted by a key that is not here')
  if (!isPlainErased)
    log.warn('id numbers from before are sealed, but their old rows are in use: the next start removes them')

  await findMaskSecret(db)

  // Behind a proxy on the same machine a public server listens on loopback, too.
  const isPublic = config.publicUrl !== null || config.trustProxy || !isLoopback(config.host)
  const isPrivate = postgres !== null && !isPublic
  if (config.demo ?? (isPrivate && (await hasNoAccounts(db)))) await openDemo(db)
  const warning = isPublic ? await warnOfDemo(db) : []
  if (warning.length > 0) log.warn(warning.join(' '))

  let isDraining = false
  // Checked often, because thousands of timeouts at once would delay other requests. Load balancers ask for /healthz
  // and /readyz without a Host header; app.ts refuses everything else without one.
  const server = createServer({ connectionsCheckingInterval: 100, requireHostHeader: false })
  server.keepAliveTimeout = config.keepAliveSeconds * 1_000 // applies between requests, in place of server.timeout
  server.headersTimeout = 10_000
  server.requestTimeout = uploadMaxMs + server.headersTimeout // body-limit.ts: less without files
  server.timeout = 15_000 // of inactivity, in either direction
  cutSlowReaders(server)
  const drain = prepareDrain(server)
  const app: AppOptions = {
    db,
    searchDb,
    config,
    storage,
    idKeys,
    views,
    synonyms,
    log,
    isDatabaseUp: () => postgres?.isUp() ?? true,
    isDraining: () => isDraining,
  }
  server.on('request', isDevelopment ? await developmentListener(app, server) : await productionListener(app))

  const loadRest = () => loadDemo(db, storage, { isStopping: () => isDraining })
  const stopJobs = startJobs(db, log, [
    { name: 'sweep files', everyMs: 10 * 60_000, run: () => sweepFiles(db, storage) },
    { name: 'forget log-in attempts', everyMs: 10 * 60_000, run: forgetOldAttempts },
    { name: 'forget page changes', everyMs: 60 * 60_000, run: deleteOldPageChanges },
    { name: 'forget empty buckets', everyMs: 10 * 60_000, run: deleteExpiredBuckets },
    { name: 'end expired sessions', everyMs: 60 * 60_000, run: endExpiredSessions },
    { name: 'renew search index', everyMs: 10 * 60_000, run: renewIndex },
    { name: 'cut sitemap', everyMs: 10 * 60_000, run: (on) => cutSitemap(on) },
    { name: 'sweep words', everyMs: 24 * 60 * 60_000, run: sweepWords },
    ...((config.demo ?? !isPublic) ? [{ name: 'load demo', everyMs: 10_000, run: loadRest }] : []),
  ])

  // Not a job: every process stores the views that it counted.
  const storeViews = () => views.store().catch((err: unknown) => log.error({ err }, 'views of posts were not stored'))
  const storing = setInterval(() => void storeViews(), viewsStoredEveryMs)

  const stopNow = new AbortController()
  const stop = async () => {
    if (isDraining) return (stopNow.abort(), server.closeAllConnections()) // second signal: stop now
    isDraining = true
    await drain({ delayMs: config.shutdownDelaySeconds * 1_000, signal: stopNow.signal })
    clearInterval(storing)
    const finish = async () => {
      await Promise.all([stopJobs(), storeViews()])
      await Promise.all([db.destroy(), searchDb.destroy()])
    }
    await Promise.race([finish(), sleep(1_000)])
    await postgres?.stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'crashed')
    process.exit(1)
  })

  const demo = await describeDemo(db)
  await listen(server, config)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  console.log(`Puthi is ready at http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`)
  for (const line of [...demo, ...warning]) console.log(line)
}

async function productionListener(options: AppOptions): Promise<RequestListener> {
  const { createApp } = (await import(path.resolve('build/server/index.js'))) as { createApp: typeof CreateApp }
  const listener = getRequestListener(createApp(options).fetch, { hostname: 'localhost' }) // if there is no Host header
  return (req, res) => void listener(req, res)
}

/** Vite transforms and reloads modules; the same app answers the other requests. */
async function developmentListener(options: AppOptions, server: Server): Promise<RequestListener> {
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({ appType: 'custom', server: { middlewareMode: true, hmr: { server } } })
  return (req, res) =>
    vite.middlewares(req, res, async () => {
      try {
        const { createApp } = (await vite.ssrLoadModule('./server/app.ts')) as { createApp: typeof CreateApp }
        await getRequestListener(createApp(options).fetch, { overrideGlobalObjects: false, hostname: 'localhost' })(
          req,
          res,
        )
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error)
        console.error(error)
        res.writeHead(500).end()
      }
    })
}

function listen(server: Server, { port, host }: Config) {
  return new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken: set PORT to another one.`) : error),
    )
    server.listen(port, host, resolve)
  })
}
