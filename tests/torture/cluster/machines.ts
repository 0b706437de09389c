import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import path from 'node:path'

import { until } from '../until.ts'

export interface Started {
  process: ChildProcess
  /** Resolves when it has ended. */
  ended: Promise<void>
  log: string
}

interface How {
  env?: Record<string, string>
  /** An account of this machine; root unless given. */
  user?: string
  cwd?: string
}

const bridge = 'puthi'
const bits = 24
const ownAddress = '10.0.0.254'

/** A lab of machines: network namespaces of this one, on one bridge, at the addresses that the files in deploy/ have as examples. */
export function openLab(folder: string) {
  const logs = path.join(folder, 'logs')
  mkdirSync(logs, { recursive: true })
  const machines: Machine[] = []
  closeLab()
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('address', 'add', `${ownAddress}/${bits}`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  return {
    machine(name: string, address: string) {
      const machine = new Machine(name, address, logs)
      machines.push(machine)
      return machine
    },
    async close() {
      for (const machine of machines) machine.signal('SIGKILL')
      for (const machine of machines) await until('end of a machine', () => machine.processes().length === 0)
      closeLab()
    },
  }
}

/** Removes the machines, also those of a run that was killed. */
function closeLab() {
  const { stdout } = spawnSync('ip', ['netns', 'list'], { encoding: 'utf8' })
  for (const [namespace] of stdout.matchAll(new RegExp(`^${bridge}-\\S+`, 'gm'))) {
    for (const id of processesIn(namespace)) process.kill(id, 'SIGKILL')
    ip('netns', 'delete', namespace)
  }
  spawnSync('ip', ['link', 'delete', bridge], { stdio: 'ignore' }) // there may be none
}

export class Machine {
  readonly name: string
  readonly address: string
  private readonly logs: string
  private readonly namespace: string
  private readonly interface: string

  constructor(name: string, address: string, logs: string) {
    this.name = name
    this.address = address
    this.logs = logs
    this.namespace = `${bridge}-${name}`
    this.interface = `${bridge}-${name}`
    ip('netns', 'add', this.namespace)
    ip('link', 'add', this.interface, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', this.namespace)
    ip('link', 'set', this.interface, 'master', bridge, 'up')
    this.ip('link', 'set', 'lo', 'up')
    this.ip('address', 'add', `${address}/${bits}`, 'dev', 'eth0')
    this.ip('link', 'set', 'eth0', 'up')
  }

  /** Starts a program here. It ends with this process, whatever happens. */
  start(name: string, command: string[], { env = {}, user, cwd }: How = {}): Started {
    const log = path.join(this.logs, `${this.name}-${name}.log`)
    const output = openSync(log, 'a')
    const child = spawn('ip', [...this.inside, ...as(user), '--pdeathsig', 'SIGKILL', ...command], {
      env: { PATH: process.env.PATH, HOME: this.logs, LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', output, output],
      ...(cwd && { cwd }),
    })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    return { process: child, ended, log }
  }

  /** Runs a program here to its end, and returns what it printed. */
  run(command: string[], { env = {}, user }: How = {}) {
    const { status, stdout, stderr, error } = spawnSync('ip', [...this.inside, ...as(user), ...command], {
      env: { PATH: process.env.PATH, HOME: this.logs, LC_ALL: 'C.UTF-8', ...env },
      encoding: 'utf8',
      timeout: 60_000,
    })
    if (status !== 0) throw new Error(`${this.name}: ${command.join(' ')}: ${error?.message ?? stderr}`)
    return stdout
  }

  processes() {
    return processesIn(this.namespace)
  }

  /** SIGKILL is a machine that loses its power, SIGSTOP one that hangs until SIGCONT. */
  signal(signal: NodeJS.Signals) {
    for (const id of this.processes()) {
      try {
        process.kill(id, signal)
      } catch {
        // it has ended meanwhile
      }
    }
  }

  /** Nothing comes in or goes out any more, and nobody is told so. */
  unplug() {
    ip('link', 'set', this.interface, 'down')
  }

  plug() {
    ip('link', 'set', this.interface, 'up')
  }

  /** The two no longer reach each other; what they send is lost without a word, as it goes to no network card. */
  static part(one: Machine, other: Machine) {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      from.ip('neighbour', 'replace', to.address, 'lladdr', '02:00:00:00:00:ff', 'nud', 'permanent', 'dev', 'eth0')
    }
  }

  static join(one: Machine, other: Machine) {
    one.ip('neighbour', 'delete', other.address, 'dev', 'eth0')
    other.ip('neighbour', 'delete', one.address, 'dev', 'eth0')
  }

  private get inside() {
    return ['netns', 'exec', this.namespace]
  }

  private ip(...args: string[]) {
    ip('-netns', this.namespace, ...args)
  }
}

const as = (user: string | undefined) => [
  'setpriv',
  ...(user ? ['--reuid', user, '--regid', user, '--init-groups'] : []),
]

function processesIn(namespace: string) {
  const { stdout } = spawnSync('ip', ['netns', 'pids', namespace], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean).map(Number)
}

function ip(...args: string[]) {
  const { status, stderr, error } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${error?.message ?? stderr.trim()}`)
}
