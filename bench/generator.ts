// Generates load in a process of its own, so that its CPU time can be told apart from the server's.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

import { Connection } from './connection.ts'
import { type Load, measure } from './load.ts'

interface Job {
  /** Path of a module that exports `visits`; `name` is the one to run. */
  visits: string
  name: string
  given: unknown
  /** Port of the server; absent if the visits send no requests. */
  port?: number
  seconds: number
  requests?: number
  connections?: number
}

export interface Generated extends Load {
  /** CPU time that the generator itself spends per request. */
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
