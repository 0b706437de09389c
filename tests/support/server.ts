import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

const ownProject = path.resolve(import.meta.dirname, '../..')

export interface TestServer {
  address: string
  process: ChildProcess
  /** All that it printed so far. */
  output: () => string
  stop: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals | null>
}

/**
 * Starts the real server as a process of its own, on a free port; resolves once the server reports that it is ready.
 * Rate limits are off unless a test turns them on: tests do in seconds what people do in days. Success notices stay until
 * they are closed: a test on a busy machine may come late to see them.
 */
export async function startServer(
  env: Record<string, string>,
  args: string[] = [],
  project = ownProject,
): Promise<TestServer> {
  const child = spawn(process.execPath, ['server/main.ts', ...args], {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: path.join(ownProject, '.cache/node'),
      PORT: '0',
      DEMO: 'off',
      RATE_LIMITS: 'off',
      SHUTDOWN_DELAY: '0',
      SUCCESS_NOTICE_MS: '3600000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal))
  })
  const address = await new Promise<string>((resolve, reject) => {
    let isReady = false
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (isReady) return // searching the whole output again for every chunk would take ever longer
      const ready = /ready at (http:\/\/\S+)/.exec(output)
      if (!ready) return
      isReady = true
      resolve(ready[1]!)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void exited.then((code) => reject(new Error(`The server ended (${code}) before it was ready:\n${output}`)))
  })
  return {
    address,
    process: child,
    output: () => output,
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return exited
    },
  }
}
