// Makes load in a process of its own, so that what it costs is not the server's and can be told apart.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

import { Connection } from './connection.ts'
import { type Load, measure } from './load.ts'

interface Job {
  /** The module and which of its visits. */
  visits: string
  name: string
  given: unknown
  /** Of the server; none where the visits ask no server. */
  port?: number
  seconds: number
  requests?: number
  connections?: number
}

export interface Generated extends Load {
  /** Of the generator itself, a request. */
  generatorMs: number
}

type Visits = Record<string, (given: unknown) => (connection: Connection) => Promise<boolean>>

export class Generator {
  private readonly child: ChildProcess = fork(import.meta.filename, ['generate'], {
    env: { ...process.env, NODE_ENV: 'production' }, // for visits that render with React
  })

  get id() {
    return this.child.pid!
  }

  async run(job: Job) {
    this.child.send(job)
    const [result] = (await once(this.child, 'message')) as [Generated | { error: string }]
    if ('error' in result) throw new Error(`${job.name}: ${result.error}`)
    return result
  }

  stop() {
    this.child.disconnect()
  }
}

async function generate({ visits, name, given, port, seconds, requests, connections = 32 }: Job): Promise<Generated> {
  const module = (await import(visits)) as { visits: Visits }
  const visit = module.visits[name]!(given)
  const open = Array.from({ length: connections }, () => new Connection(port ?? 0))
  const before = process.cpuUsage()
  const ask = (connection: number) => visit(open[connection]!).catch(() => false)
  const load = await measure(ask, { connections, seconds, ...(requests && { requests }) })
  const { user, system } = process.cpuUsage(before)
  for (const connection of open) connection.close()
  return { ...load, generatorMs: (user + system) / 1_000 / load.requests }
}

if (import.meta.main && process.argv[2] === 'generate') {
  process.on('message', (job: Job) => {
    generate(job).then(
      (result) => process.send!(result),
      (error: unknown) => process.send!({ error: String(error) }),
    )
  })
}
