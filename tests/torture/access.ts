import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { resolve as absolute } from 'node:path'

import { beforePages } from '#app/access.server.ts'
import { createStorage } from '#app/files/storage/storage.server.ts'
import { loadLegalTexts } from '#app/legal/legal-texts.server.ts'
import { createPreviewMaker } from '#app/posts/preview/draw-previews.job.server.ts'
import { createViewCounter } from '#app/posts/page/post-views.server.ts'
import { loadSynonyms } from '#app/posts/search/synonyms.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { createDb } from '#app/platform/db.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import type { createApp as CreateApp } from '#server/app.ts'
import { createDatabase, startTestPostgres, temporaryFolder } from '#tests/support/postgres.ts'
import { startServer } from '#tests/support/server.ts'

import { acts, holdJobs } from './access-acts.ts'
import { matrix, openings, outside, teamPages, variants } from './access-asks.ts'
import { deeds } from './access-deeds.ts'
import { seedFiles } from './access-bodies.ts'
import { missingGuards, proveGuards } from './access-guards.ts'
import type { Ask } from './access-model.ts'
import { changesBetween, fingerprint, foreignSecrets, seedPeople } from './access-people.ts'
import { type Context, send, somewhere } from './access-send.ts'
import type { Finding } from './finding.ts'
import { randomOf } from './random.ts'

export interface Options {
  seed: number
  isLong: boolean
  /** A PostgreSQL for tests that already runs. */
  postgresUrl?: string
  /** The folder of another copy of the project, such as one without a guard. */
  project?: string
  /** Stops after the first offence. */
  isProof?: boolean
  /** Repeats the run without each guard in turn: the tests must notice. */
  isProving?: boolean
}

const atOnce = 12

/**
 * Requests every route as every person in every way; the expected outcomes come from the site map and access.server.ts.
 * No response may contain private data of others, no request may change what it must not, and another person's row must
 * look like a missing one.
 */
export async function access({ isProving = false, ...options }: Options): Promise<Finding[]> {
  const findings = await examineServer(options)
  if (!options.isLong) return findings
  const missing = missingGuards()
  const proofs = isProving && missing.holds ? await proveGuards(options.seed, examineServer) : []
  return [...findings, missing, ...proofs]
}

async function examineServer({ seed, isLong, postgresUrl, project, isProof = false }: Options): Promise<Finding[]> {
  const postgres = postgresUrl ? null : await startTestPostgres()
  const databaseUrl = await createDatabase(postgresUrl ?? postgres!.url)
  const dataDir = temporaryFolder()
  const db = createDb(databaseUrl, { max: 3 })
  const idKey = randomBytes(32).toString('base64')
  const idKeys = readConfig({ ID_KEY: idKey }).idKeys!
  const seeded = await seedPeople(db, dataDir, idKeys)
  const files = await seedFiles(db)
  await holdJobs(db)
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'fatal', ID_KEY: idKey }
  const server = await startServer(env, [], project)
  await seeded.expire()
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const context: Context = {
    db,
    dataDir,
    idKeys,
    seeded,
    files,
    agent,
    address: server.address,
    isProof,
    random: randomOf(seed),
    isLong,
  }
  try {
    return await examine(context)
  } finally {
    agent.destroy()
    await server.stop()
    await db.destroy()
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function examine(context: Context): Promise<Finding[]> {
  const findings: Finding[] = [await declared(context)]
  const otherWays: [string, Ask[]] = ['other ways to write an address', variants(context)]
  const rounds: [string, Ask[]][] = [
    ['every route and method', matrix(context)],
    ['every page of the team', teamPages(context)],
    ['own, foreign and missing ids', openings(context)],
    ['forms that are filled in well, by whom it is not', deeds(context)],
    // Without these the gate takes seconds; who proves the guards needs them.
    ...(context.isLong || context.isProof ? [otherWays] : []),
    ['what answers before the pages', outside(context)],
  ]
  for (const [name, asks] of rounds) {
    const { offences, statuses } = await askAll(context, asks)
    findings.push({
      part: 'access',
      tried: `${name}: ${asks.length} requests`,
      found: offences.length > 0 ? offences.slice(0, 12).join('\n') : statuses,
      holds: offences.length === 0,
    })
    if (context.isProof && offences.length > 0) return findings
  }
  findings.push(await acts(context))
  return findings
}

/** Compares Hono's own routes with `beforePages`; access.server.test.ts checks the routes of React Router. */
async function declared({ db, dataDir, idKeys }: Context): Promise<Finding> {
  const { createApp } = (await import(absolute('build/server/index.js'))) as { createApp: typeof CreateApp }
  const [config, log] = [readConfig({ DATA_DIR: dataDir }), createLog('silent')]
  const storage = createStorage(config, log)
  const options = {
    db,
    searchDb: db,
    config,
    log,
    idKeys,
    storage,
    views: createViewCounter(db),
    previews: createPreviewMaker({ db, storage, config }),
    synonyms: await loadSynonyms(db, dataDir),
    legalTexts: await loadLegalTexts(config),
  }
  const { routes } = createApp({
    ...options,
    replica: null,
    metrics: null,
    isDatabaseUp: () => true,
    isDraining: () => false,
  })
  const found = routes.filter(({ method }) => method !== 'ALL').map((route) => `${route.method} ${route.path}`)
  const missing = [...new Set([...found, ...beforePages])].filter(
    (one) => !found.includes(one) || !beforePages.includes(one),
  )
  return {
    part: 'access',
    tried: `routes before the pages: ${new Set(found).size}`,
    found: missing.length > 0 ? `not declared, or not there: ${missing.join(', ')}` : 'all are declared',
    holds: missing.length === 0,
  }
}

/** Sends all requests, `atOnce` at a time; returns offences and counts of outcomes. None may change the database. */
async function askAll(context: Context, asks: Ask[]) {
  const { seeded, db, isProof } = context
  const offences: string[] = []
  const counts: Record<string, number> = {}
  const alike = new Map<string, { seen: string; ask: Ask }>()
  const before = await fingerprint(db)
  const queue = [...asks]
  const worker = async () => {
    for (let ask = queue.pop(); ask; ask = queue.pop()) {
      const answer = await send(context, ask)
      counts[answer.outcome] = (counts[answer.outcome] ?? 0) + 1
      const { person, method, form } = ask
      const name = `${person.name}: ${method} ${ask.path} (${form})`
      const say = (what: string) => offences.push(`${name} ${what}`)
      const isSomewhere = answer.outcome === `to ${somewhere}` && ask.method === 'HEAD'
      const isExpected = (one: string) => one === answer.outcome || (isSomewhere && one.startsWith('to '))
      if (!ask.expected.some(isExpected)) say(`answers ${answer.outcome}, not ${ask.expected.join(' or ')}`)
      for (const what of foreignSecrets(answer.text, ask, seeded)) say(`tells the ${what}`)
      for (const hidden of ask.hides ?? []) if (answer.body.includes(hidden)) say(`shows another's`)
      if (ask.alike) {
        const seen = `${answer.outcome} ${answer.body.replaceAll(ask.id!, 'ID')}`
        const other = alike.get(ask.alike)
        if (other && other.seen !== seen) say(`is answered otherwise than ${other.ask.path}`)
        alike.set(ask.alike, { seen, ask })
      }
      if (isProof && offences.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const changed = changesBetween(before, await fingerprint(db))
  if (changed.length > 0) offences.push(`changed ${changed.join(', ')}`)
  const statuses = Object.keys(counts)
    .toSorted()
    .map((status) => `${counts[status]} × ${status}`)
  return { offences, statuses: statuses.join(', ') }
}
