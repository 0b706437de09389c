// The process: configuration, build, database, HTTP server, graceful shutdown. Run by Node directly, never bundled.
import { createServer, type RequestListener, type Server } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { getRequestListener } from '@hono/node-server'

import { loadIdKeys } from '#app/accounts/id-keys.server.ts'
import { sealIdNumbers } from '#app/accounts/id-numbers.server.ts'
import { noteEmailRefusal } from '#app/accounts/email-state.server.ts'
import { findMaskSecret } from '#app/comments/comment-queries.server.ts'
import { uploadMaxMs } from '#app/files/file-rules.ts'
import { checkStorage, createStorage } from '#app/files/storage/storage.server.ts'
import { watchStorage } from '#app/files/storage/watched-storage.server.ts'
import { loadLegalTexts } from '#app/legal/legal-texts.server.ts'
import { startDelivery } from '#app/notices/delivery/deliver-outbox.server.ts'
import { createMailCarrier } from '#app/notices/delivery/mail-carrier.server.ts'
import { createPushCarrier, findPushKeys } from '#app/notices/delivery/push-carrier.server.ts'
import { findUnsubscribeSecret } from '#app/notices/mail/unsubscribe.server.ts'
import { type Config, isLoopback, readConfig } from '#app/platform/config.server.ts'
import { connectionsOfPools, type CountedPool, createDb, createPool } from '#app/platform/db.server.ts'
import { startJobs } from '#app/platform/jobs.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { createMetrics, type Metrics } from '#app/platform/metrics.server.ts'
import { reasonOf } from '#app/platform/reason.ts'
import { createReplica } from '#app/platform/replica.server.ts'
import { createViewCounter } from '#app/posts/page/post-views.server.ts'
import { createPreviewMaker } from '#app/posts/preview/draw-previews.job.server.ts'
import { createSearchDb, createSearchPool } from '#app/posts/search/search-db.server.ts'
import { loadSynonyms } from '#app/posts/search/synonyms.server.ts'
import { describeDemo, hasNoAccounts, openDemo, warnOfDemo } from '#database/demo/demo.ts'
import { migrate, waitForMigrations } from '#database/migrate.ts'
import { refuseHalfRestored } from '#server/backup/restore.ts'
import { cutSlowReaders } from '#server/http/slow-readers.ts'
import { startPostgres } from '#server/postgres/postgres.ts'
import { waitForDatabase } from '#server/postgres/wait-for-database.ts'

import type { AppOptions } from './app-options.ts'
import type { createApp as CreateApp } from './app.ts'
import { buildIfStale } from './build.ts'
import { prepareDrain } from './drain.ts'
import { jobsOf } from './jobs.ts'
import { serveMetrics } from './metrics-server.ts'

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
  const legalTexts = await loadLegalTexts(config)
  const metrics = config.metrics ? createMetrics() : null
  const stored = createStorage(config, log)
  const storage = metrics ? watchStorage(stored, metrics) : stored
  await checkStorage(config)
  refuseHalfRestored(config.dataDir)
  const [postgres] = await Promise.all([
    config.databaseUrl ? null : startPostgres(config.dataDir, { onMessage: (line) => log.debug(line) }),
    isDevelopment || !config.builds ? null : buildIfStale(),
  ])
  if (config.databaseUrl) await waitForDatabase(config.databaseUrl, { say: console.log })
  const databaseUrl = config.databaseUrl ?? postgres!.url
  if (config.migrates) await migrate(databaseUrl)
  else await waitForMigrations(databaseUrl, { say: console.log })
  const onConnectionLost = (err: Error) => log.warn({ err }, 'database connection lost')
  const pools = connectionsOfPools(config.databaseConnections)
  const db = createDb(databaseUrl, { max: pools.pages, onConnectionLost, metrics: ofPool(metrics, 'pages') })
  const searchDb = createSearchDb(databaseUrl, {
    max: pools.searches,
    onConnectionLost,
    metrics: ofPool(metrics, 'searches'),
  })
  const { databaseReadUrl } = config
  const replica = databaseReadUrl
    ? createReplica(
        {
          pages: createPool(databaseReadUrl, {
            max: pools.pages,
            onConnectionLost,
            metrics: ofPool(metrics, 'replica pages'),
          }),
          searches: createSearchPool(databaseReadUrl, {
            max: pools.searches,
            onConnectionLost,
            metrics: ofPool(metrics, 'replica searches'),
          }),
        },
        log,
      )
    : null
  metrics?.watchOutbox(db)
  const views = createViewCounter(db)
  const synonyms = await loadSynonyms(db, config.dataDir)

  const idKeys = await loadIdKeys(config, db)
  const { unknown, isPlainErased } = await sealIdNumbers(db, idKeys)
  if (unknown > 0) log.error({ students: unknown }, 'id numbers encrypted by a key that is not here')
  if (!isPlainErased)
    log.warn('id numbers from before are sealed, but their old rows are in use: the next start removes them')

  // Created now, so that loading a page never writes.
  await Promise.all([findMaskSecret(db), findUnsubscribeSecret(db), findPushKeys(db)])

  // Behind a proxy on the same machine a public server listens on loopback, too.
  const isPublic = config.publicUrl !== null || config.trustProxy || !isLoopback(config.host)
  const isPrivate = postgres !== null && !isPublic
  if (config.demo ?? (isPrivate && (await hasNoAccounts(db)))) await openDemo(db)
  const warning = isPublic ? await warnOfDemo(db) : []
  if (warning.length > 0) log.warn(warning.join(' '))

  let isDraining = false
  const previews = createPreviewMaker({ db, storage, config, isStopping: () => isDraining })
  // Checked often, because thousands of timeouts at once would delay other requests. Load balancers ask for /healthz,
  // /livez and /readyz without a Host header; app.ts refuses everything else without one.
  const server = createServer({ connectionsCheckingInterval: 100, requireHostHeader: false })
  server.keepAliveTimeout = config.keepAliveSeconds * 1_000 // applies between requests, in place of server.timeout
  server.headersTimeout = 10_000
  server.requestTimeout = uploadMaxMs + server.headersTimeout // body-limit.ts: less without files
  // Of inactivity, in either direction. In development the first page waits until Vite has transformed its modules.
  server.timeout = isDevelopment ? 120_000 : 15_000
  cutSlowReaders(server)
  const drain = prepareDrain(server)
  const app: AppOptions = {
    db,
    searchDb,
    replica,
    config,
    storage,
    idKeys,
    views,
    previews,
    synonyms,
    legalTexts,
    log,
    metrics,
    isDatabaseUp: () => postgres?.isUp() ?? true,
    isDraining: () => isDraining,
  }
  server.on('request', isDevelopment ? await developmentListener(app, server) : await productionListener(app))

  const jobs = jobsOf({
    db,
    storage,
    synonyms,
    previews,
    isStopping: () => isDraining,
    hasDemo: config.demo ?? !isPublic,
  })
  const stopJobs = startJobs(db, log, jobs, { metrics: metrics ?? undefined })

  // Not a job: every process sends what it claims.
  const { mailServer, publicUrl } = config
  const carriers = [
    createPushCarrier({ db, config }),
    ...(mailServer && publicUrl
      ? [createMailCarrier({ db, config: { ...config, mailServer, publicUrl }, noteRefusal: noteEmailRefusal })]
      : []),
  ]
  const stopDelivery = startDelivery(db, log, carriers, metrics ?? undefined)

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
      await Promise.all([stopJobs(), stopDelivery(), storeViews()])
      await Promise.all([db.destroy(), searchDb.destroy(), replica?.close()])
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
  if (metrics && config.metrics) console.log(`Metrics are at ${await serveMetrics(metrics, config.metrics)}`)
  await listen(server, config)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  console.log(`Puthi is ready at http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`)
  for (const line of [...demo, ...warning]) console.log(line)
}

function ofPool(metrics: Metrics | null, name: string) {
  if (!metrics) return undefined
  return {
    watch: (pool: CountedPool) => metrics.watchPool(name, pool),
    noteWait: (seconds: number) => metrics.notePoolWait(name, seconds),
  }
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
