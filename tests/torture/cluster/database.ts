import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import pg from 'pg'

import { until } from '../until.ts'
import type { Machine, Started } from './machines.ts'
import { postgresBin, userId } from './programs.ts'

/** As in deploy/patroni.yml. */
const superuser = { user: 'postgres', password: 'change-this' }
const apiPort = 8008

/** Different ones: the nodes share the folder in which their sockets are named by it. */
export const postgresPort = ({ name }: Machine) => 5440 + Number(name.slice(-1))

export interface Node {
  name: string
  machine: Machine
  etcd: Started
  patroni: Started
  dataDir: string
}

/** As Patroni tells of it. */
interface Member {
  role: string
  state: string
  timeline: number
  lag?: number
}

export type Database = Awaited<ReturnType<typeof startDatabase>>

/** Three nodes of PostgreSQL, each with etcd and Patroni, by deploy/patroni.yml. Makes the role and database that Puthi uses. */
export async function startDatabase(machines: Machine[], { folder, patroni }: { folder: string; patroni: string }) {
  const home = path.join(folder, 'database')
  const [uid, gid] = userId('postgres')
  const config = path.join(home, 'patroni.yml')
  mkdirSync(home)
  // There is no watchdog in a namespace. Everything else that differs is in the environment.
  const text = readFileSync('deploy/patroni.yml', 'utf8').replace('mode: required', `mode: 'off'`)
  writeFileSync(config, text)

  const startEtcd = (machine: Machine, state: 'new' | 'existing') =>
    machine.start(
      'etcd',
      [
        'etcd',
        '--name',
        machine.name,
        '--data-dir',
        path.join(home, machine.name, 'etcd'),
        '--listen-client-urls',
        `http://${machine.address}:2379`,
        '--advertise-client-urls',
        `http://${machine.address}:2379`,
        '--listen-peer-urls',
        `http://${machine.address}:2380`,
        '--initial-advertise-peer-urls',
        `http://${machine.address}:2380`,
        '--initial-cluster',
        machines.map(({ name, address }) => `${name}=http://${address}:2380`).join(','),
        '--initial-cluster-state',
        state,
      ],
      { user: 'postgres' },
    )
  const startPatroni = (machine: Machine) =>
    machine.start('patroni', [patroni, config], {
      user: 'postgres',
      env: patroniEnv(machine, path.join(home, machine.name)),
    })

  const nodes: Node[] = machines.map((machine) => {
    const own = path.join(home, machine.name)
    for (const folderOfIt of [own, path.join(own, 'etcd')]) {
      mkdirSync(folderOfIt, { mode: 0o700 })
      chownSync(folderOfIt, uid, gid)
    }
    const etcd = startEtcd(machine, 'new')
    return { name: machine.name, machine, etcd, patroni: startPatroni(machine), dataDir: path.join(own, 'pg') }
  })

  const asks = async (node: Node, role: 'primary' | 'sync') => {
    const signal = AbortSignal.timeout(1_000)
    return fetch(`http://${node.machine.address}:${apiPort}/${role}`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  const nodeThatIs = async (role: 'primary' | 'sync') => {
    for (const node of nodes) if (await asks(node, role)) return node
    return null
  }
  const database = {
    nodes,
    leader: () => until('leader', () => nodeThatIs('primary'), { maxMs: 90_000, everyMs: 200 }),
    async syncStandby() {
      const leader = await database.leader()
      return until(
        'synchronous standby',
        async () => {
          for (const node of nodes) if (node !== leader && (await asks(node, 'sync'))) return node
          return null
        },
        { maxMs: 90_000, everyMs: 200 },
      )
    },
    /** All three run, and the two others have all that the leader has, one of them at the same time. */
    async isWhole() {
      const signal = AbortSignal.timeout(1_000)
      const leader = await nodeThatIs('primary')
      if (!leader) return false
      const answer = await fetch(`http://${leader.machine.address}:${apiPort}/cluster`, { signal })
      const { members } = (await answer.json()) as { members: Member[] }
      const followers = members.filter(({ role }) => role !== 'leader')
      return (
        followers.length === 2 &&
        followers.every(({ state, lag }) => state === 'streaming' && lag === 0) &&
        followers.some(({ role }) => role === 'sync_standby') &&
        new Set(members.map(({ timeline }) => timeline)).size === 1
      )
    },
    restartEtcd(node: Node) {
      node.etcd = startEtcd(node.machine, 'existing')
    },
    restartPatroni(node: Node) {
      node.patroni = startPatroni(node.machine)
    },
    postmasterOf: ({ dataDir }: Node) =>
      Number.parseInt(readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8'), 10),
  }

  const leader = await database.leader()
  await database.syncStandby()
  const client = new pg.Client({
    ...superuser,
    host: leader.machine.address,
    port: postgresPort(leader.machine),
    database: 'postgres',
  })
  await client.connect()
  await client.query(`create role puthi login password 'secret'`)
  await client.query('create database puthi owner puthi')
  await client.end()
  return database
}

function patroniEnv(machine: Machine, own: string) {
  const { name, address } = machine
  const port = postgresPort(machine)
  return {
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: `${address}:${apiPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:${apiPort}`,
    PATRONI_POSTGRESQL_LISTEN: `${address}:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:${port}`,
    PATRONI_POSTGRESQL_DATA_DIR: path.join(own, 'pg'),
    PATRONI_POSTGRESQL_PGPASS: path.join(own, 'pgpass'),
    PATRONI_POSTGRESQL_BIN_DIR: postgresBin()!,
  }
}
