import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { createDb, type Db } from '#app/platform/db.server.ts'

import { startApps } from './cluster/apps.ts'
import { gather, type Seen } from './cluster/crowd.ts'
import { startDatabase } from './cluster/database.ts'
import { type Cluster, events } from './cluster/events.ts'
import { openLab } from './cluster/machines.ts'
import { patroni, whyNot } from './cluster/programs.ts'
import { startStore } from './cluster/store.ts'
import { countStored, invite } from './faults/deeds.ts'
import type { Finding } from './finding.ts'
import { randomOf } from './random.ts'
import { until } from './until.ts'

interface Options {
  seed: number
  /** A part of the names of the events to try; all of them unless given. */
  only?: string | undefined
}

const part = 'cluster'

/**
 * A rehearsal of many machines: three nodes of PostgreSQL with Patroni and etcd, a store of files, three processes of Puthi and
 * HAProxy, by the files in deploy/. Every part is killed, hung and cut off while people buy.
 */
export async function cluster({ seed, only = '' }: Options): Promise<Finding[]> {
  const why = whyNot()
  if (why !== null) return [{ part, tried: 'a rehearsal of many machines', found: why, holds: 'skipped' }]
  const folder = mkdtempSync(path.join(tmpdir(), 'puthi-cluster-'))
  chmodSync(folder, 0o755) // PostgreSQL runs as another user
  const lab = openLab(folder)
  let db: Db | undefined
  try {
    const started = performance.now()
    const nodes = [1, 2, 3].map((n) => lab.machine(`pg${n}`, `10.0.0.1${n}`))
    const machines = [1, 2, 3].map((n) => lab.machine(`app${n}`, `10.0.0.${n}`))
    const [web, ofStore] = [lab.machine('web', '10.0.0.4'), lab.machine('store', '10.0.0.21')]
    const [database, store] = await Promise.all([
      startDatabase(nodes, { folder, patroni }),
      startStore(ofStore, folder),
    ])
    const apps = await startApps({ folder, web, machines, nodes, store })
    console.log(`Everything runs after ${seconds(performance.now() - started)}.`)

    db = createDb(apps.databaseUrl, { max: 2 })
    const random = randomOf(seed)
    const people = await invite(db, 8)
    const crowd = gather({ address: apps.address, processes: apps.apps.map(({ address }) => address), people, random })
    const whole: Cluster = { database, store, apps, random }
    const findings: Finding[] = []
    await until('forms that are confirmed', () => crowd.confirmed() > 50)
    for (const { name, happen, isUnnoticed = false } of events.filter((event) => event.name.includes(only))) {
      crowd.takeSeen()
      await sleep(3_000)
      await happen(whole)
      await until('whole cluster', () => isWhole(whole), { maxMs: 180_000, everyMs: 500 })
      await sleep(3_000)
      const seen = crowd.takeSeen()
      findings.push(await findingOf(db, name, { seen, isUnnoticed }))
      console.log(`${name}: ${findings.at(-1)!.found}`)
    }
    await crowd.leave()
    rmSync(folder, { recursive: true, force: true }) // kept after a failure: its logs say why
    return findings
  } catch (error) {
    throw new Error(`The rehearsal was not held to its end; logs are in ${folder}/logs.`, { cause: error })
  } finally {
    await db?.destroy()
    await lab.close()
  }
}

async function isWhole({ database, apps, store }: Cluster) {
  return (await database.isWhole()) && (await apps.areReady()) && (await store.isUp())
}

async function findingOf(db: Db, tried: string, { seen, isUnnoticed }: { seen: Seen; isUnnoticed: boolean }) {
  const confirmed = seen.deeds.filter(({ outcome }) => outcome === 'ok') // before looking: others are confirmed meanwhile
  const timesOf = await countStored(db)
  const lost = confirmed.filter((deed) => timesOf(deed) === 0).length
  const twice = seen.deeds.filter((deed) => timesOf(deed) > 1).length
  const { pages, failedTries, stale, staleChecks, longestGapMs } = seen
  const found = [
    `${confirmed.length} confirmed, ${lost} lost, ${twice} twice`,
    `${failedTries.length} failed tries${most(failedTries)}`,
    `${seconds(longestGapMs)} without a write`,
    `${stale.length} of ${staleChecks} pages stale${most(stale)}`,
    `visitors: ${pages.good} pages, ${pages.kept} kept, ${pages.failed.length} failed${most(pages.failed)}`,
  ].join('; ')
  const isExact = confirmed.length > 0 && lost === 0 && twice === 0 && stale.length === 0
  return { part, tried, found, holds: isExact && (!isUnnoticed || failedTries.length + pages.failed.length === 0) }
}

/** What there is most of. */
function most(of: string[]) {
  const counts = [...Map.groupBy(of, (one) => one)].map(([one, all]) => ({ one, count: all.length }))
  const first = counts.toSorted((a, b) => b.count - a.count).slice(0, 3)
  return first.length > 0 ? ` (${first.map(({ one, count }) => `${count} ${one}`).join(', ')})` : ''
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
