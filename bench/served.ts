import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Served {
  process: ChildProcess
  port: number
  startMs: number
  stop: () => Promise<void>
}

interface How {
  folder: string
  command: string[]
  env: Record<string, string>
  /** Matches the server's output once it accepts requests; the first group is the port. */
  ready: RegExp
  cwd?: string
}

/** Starts a server as in production, with its log in a file, so that the cost of logging is measured, too. */
export async function serve({ folder, command: [file, ...args], env, ready, cwd }: How): Promise<Served> {
  const log = path.join(folder, `log-${process.hrtime.bigint()}`)
  const output = openSync(log, 'w')
  const started = performance.now()
  const child = spawn(file!, args, {
    env: { PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`, HOME: process.env.HOME, ...env },
    stdio: ['ignore', output, output],
    ...(cwd && { cwd }),
  })
  const exited = once(child, 'exit')
  for (;;) {
    const said = ready.exec(readFileSync(log, 'utf8'))
    if (said) {
      const startMs = performance.now() - started
      const stop = async () => {
        child.kill()
        await exited
      }
      return { process: child, port: Number(said[1]), startMs, stop }
    }
    if (child.exitCode !== null) throw new Error(`${file} ${args.join(' ')} ended:\n${readFileSync(log, 'utf8')}`)
    await sleep(5)
  }
}

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }

/** Puthi's production build, started as by `npm start`. */
export function servePuthi(folder: string, databaseUrl: string, more: Record<string, string> = {}) {
  return serve({
    folder,
    command: ['sh', '-c', scripts.start],
    env: { DATABASE_URL: databaseUrl, DATA_DIR: folder, DEMO: 'off', RATE_LIMITS: 'off', PORT: '0', ...more },
    ready: /ready at http:\/\/\S+:(\d+)/,
  })
}
