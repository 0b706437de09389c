import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'

import { isReady, until } from '../until.ts'
import type { Machine, Started } from './machines.ts'
import { postgresPort } from './database.ts'
import { type Store, storeKeys } from './store.ts'

const port = 3000
/** Where each machine finds the leader and the standbys: at its own HAProxy. */
const [leaderPort, standbysPort] = [5000, 5001]

export interface App {
  name: string
  machine: Machine
  process: Started
  address: string
}

interface Given {
  folder: string
  /** The machine of the balancer. */
  web: Machine
  machines: Machine[]
  nodes: Machine[]
  store: Store
}

export type Apps = Awaited<ReturnType<typeof startApps>>

/** Three processes of Puthi, each on a machine of its own, and HAProxy before them and before the database, by deploy/haproxy.cfg. */
export async function startApps({ folder, web, machines, nodes, store }: Given) {
  for (const machine of [web, ...machines]) {
    machine.start('haproxy', ['haproxy', '-db', '-f', path.resolve('deploy/haproxy.cfg')], {
      env: balancerEnv({ machines, nodes, webBind: machine === web ? ':80' : '127.0.0.1:80' }),
    })
  }
  const idKey = randomBytes(32).toString('base64')
  const start = (machine: Machine) =>
    machine.start('puthi', [process.execPath, '--max-semi-space-size=10', 'server/main.ts'], {
      cwd: process.cwd(),
      env: {
        PORT: String(port),
        HOST: machine.address,
        DATA_DIR: path.join(folder, machine.name),
        ID_KEY: idKey,
        DATABASE_URL: `postgres://puthi:secret@127.0.0.1:${leaderPort}/puthi`,
        DATABASE_READ_URL: `postgres://puthi:secret@127.0.0.1:${standbysPort}/puthi`,
        FILES_URL: store.url,
        ...storeKeys,
        PUBLIC_URL: `http://${web.address}`,
        TRUST_PROXY: 'on',
        DEMO: 'off',
        RATE_LIMITS: 'off',
        BUILD: 'off',
        SHUTDOWN_DELAY: '3',
        NODE_COMPILE_CACHE: path.resolve('.cache/node'),
      },
    })
  const apps: App[] = machines.map((machine) => {
    mkdirSync(path.join(folder, machine.name))
    return { name: machine.name, machine, process: start(machine), address: `http://${machine.address}:${port}` }
  })
  const areReady = async () => (await Promise.all(apps.map(({ address }) => isReady(address)))).every(Boolean)
  await until('ready processes', areReady, { maxMs: 60_000, everyMs: 100 })
  async function restartGently(app: App) {
    app.process.process.kill('SIGTERM')
    await app.process.ended
    app.process = start(app.machine)
  }
  return {
    apps,
    /** Where people come in. */
    address: `http://${web.address}`,
    /** The leader, as seen from the balancer. */
    databaseUrl: `postgres://puthi:secret@${web.address}:${leaderPort}/puthi`,
    areReady,
    restart(app: App) {
      app.process = start(app.machine)
    },
    /** By deploy/roll.sh, which restarts each process by a request to this program. */
    async roll() {
      const server = createServer((request, answer) => {
        const app = apps.find(({ name }) => request.url === `/${name}`)!
        void restartGently(app).then(() => answer.end())
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port: own } = server.address() as { port: number }
      const restart = `curl --silent --fail http://127.0.0.1:${own}/%`
      try {
        await promisify(execFile)('deploy/roll.sh', [restart, ...apps.map(({ name, address }) => `${name}=${address}`)])
      } finally {
        server.close()
      }
    },
  }
}

interface Balanced {
  machines: Machine[]
  nodes: Machine[]
  webBind: string
}

function balancerEnv({ machines, nodes, webBind }: Balanced) {
  const numbered = (name: string, values: string[]) =>
    Object.fromEntries(values.map((value, n) => [name.replace('#', String(n + 1)), value]))
  const isWeb = webBind.startsWith(':')
  return {
    WEB_BIND: webBind,
    ...numbered(
      'APP#',
      machines.map(({ address }) => `${address}:${port}`),
    ),
    LEADER_BIND: `${isWeb ? '' : '127.0.0.1'}:${leaderPort}`,
    STANDBYS_BIND: `${isWeb ? '' : '127.0.0.1'}:${standbysPort}`,
    ...numbered(
      'PG#',
      nodes.map((node) => `${node.address}:${postgresPort(node)}`),
    ),
    ...numbered(
      'PG#_API',
      nodes.map(() => '8008'),
    ),
  }
}
