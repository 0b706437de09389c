import { setTimeout as sleep } from 'node:timers/promises'

import { integer, pick, type Random } from '../random.ts'
import { until } from '../until.ts'
import type { App, Apps } from './apps.ts'
import type { Database, Node } from './database.ts'
import { Machine } from './machines.ts'
import type { Store } from './store.ts'

export interface Cluster {
  database: Database
  store: Store
  apps: Apps
  random: Random
}

interface Event {
  name: string
  /** Brings it about, and ends it: what was killed is started again, as an operator or systemd would. */
  happen: (cluster: Cluster) => Promise<void>
  /** Whether nobody may notice: no form and no page fails. */
  isUnnoticed?: boolean
}

/** What is tried in `npm run torture -- cluster`, in this order. */
export const events: Event[] = [
  {
    name: `the leader's PostgreSQL killed`,
    async happen({ database }) {
      const leader = await database.leader()
      process.kill(database.postmasterOf(leader), 'SIGKILL')
      await sleep(5_000)
    },
  },
  {
    name: `the leader's machine hangs for 40 s, and comes back`,
    async happen({ database }) {
      const { machine } = await database.leader()
      machine.signal('SIGSTOP')
      await sleep(40_000)
      machine.signal('SIGCONT')
      await sleep(5_000)
    },
  },
  {
    name: `the leader's machine lost for 30 s, with its etcd`,
    happen: async ({ database }) => loseFor(30, database, await database.leader()),
  },
  {
    name: `the synchronous standby's machine lost for 20 s`,
    happen: async ({ database }) => loseFor(20, database, await database.syncStandby()),
  },
  { name: 'one of three etcd killed for 20 s', happen: ({ database }) => loseEtcd(20, database, 1) },
  { name: 'two of three etcd killed for 30 s', happen: ({ database }) => loseEtcd(30, database, 2) },
  {
    name: 'one process of Puthi killed',
    happen: ({ apps, random }) => killApp(apps, pick(random, apps.apps)),
  },
  {
    name: 'processes of Puthi killed, eight times',
    async happen({ apps, random }) {
      for (let kill = 0; kill < 8; kill++) {
        await killApp(apps, pick(random, apps.apps))
        await sleep(integer(random, 100, 3_000))
      }
    },
  },
  {
    name: 'a release rolled by deploy/roll.sh',
    happen: ({ apps }) => apps.roll(),
    isUnnoticed: true,
  },
  {
    name: 'the store of files killed for 15 s',
    async happen({ store }) {
      store.gateway.process.kill('SIGKILL')
      await store.gateway.ended
      await sleep(15_000)
      store.restartGateway()
    },
  },
  {
    name: 'the machine of the store hangs for 20 s, and comes back',
    async happen({ store }) {
      store.machine.signal('SIGSTOP')
      await sleep(20_000)
      store.machine.signal('SIGCONT')
    },
  },
  {
    name: `the leader's machine without network for 40 s`,
    async happen({ database }) {
      const { machine } = await database.leader()
      machine.unplug()
      await sleep(40_000)
      machine.plug()
      await sleep(5_000)
    },
  },
  {
    name: 'the leader cut off from both other nodes for 40 s, while Puthi reaches all three',
    async happen({ database }) {
      const leader = await database.leader()
      const others = database.nodes.filter((node) => node !== leader)
      for (const { machine } of others) Machine.part(leader.machine, machine)
      await sleep(40_000)
      for (const { machine } of others) Machine.join(leader.machine, machine)
      await sleep(5_000)
    },
  },
  {
    name: 'the leader cut off from its synchronous standby for 30 s',
    happen: async ({ database }) =>
      partFor(30, (await database.leader()).machine, (await database.syncStandby()).machine),
  },
  {
    name: 'a process of Puthi cut off from the leader for 20 s',
    happen: async ({ database, apps, random }) =>
      partFor(20, (await database.leader()).machine, pick(random, apps.apps).machine),
  },
  {
    name: 'a process of Puthi cut off from the store for 20 s',
    happen: ({ store, apps, random }) => partFor(20, store.machine, pick(random, apps.apps).machine),
  },
]

async function loseFor(seconds: number, database: Database, node: Node) {
  node.machine.signal('SIGKILL')
  await sleep(seconds * 1_000)
  database.restartEtcd(node)
  database.restartPatroni(node)
}

async function loseEtcd(seconds: number, database: Database, count: number) {
  const nodes = database.nodes.slice(0, count)
  for (const { etcd } of nodes) etcd.process.kill('SIGKILL')
  await Promise.all(nodes.map(({ etcd }) => etcd.ended))
  await sleep(seconds * 1_000)
  for (const node of nodes) database.restartEtcd(node)
}

async function killApp(apps: Apps, app: App) {
  app.process.process.kill('SIGKILL')
  await app.process.ended
  apps.restart(app)
  await until('process that is ready again', apps.areReady, { maxMs: 60_000, everyMs: 100 })
}

async function partFor(seconds: number, one: Machine, other: Machine) {
  Machine.part(one, other)
  await sleep(seconds * 1_000)
  Machine.join(one, other)
}
