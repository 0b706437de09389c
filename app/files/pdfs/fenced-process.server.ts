import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import type { Readable } from 'node:stream'

export interface FenceLimits {
  maxMs: number
  maxHeapMb: number
  /** All of its memory: Node limits only its heap. */
  maxMemoryMb: number
  /**
   * CPU time as a multiple of what loading took, which the script prints as its first line. It fits slow and busy
   * machines, unlike milliseconds.
   */
  maxWork?: number
}

interface FencedScript {
  /** A file of ours. */
  script: string
  args: string[]
  /** The only files and folders that it can read, besides itself. It can write none, and start no process. */
  mayRead: string[]
  limits: FenceLimits
  /** Its standard input. */
  input?: Buffer
  /** Yields the processor to everything else. */
  isPatient?: boolean
}

/** How often memory and CPU time of the process are checked. */
const checkEveryMs = 20

/**
 * Runs a script over an untrusted file, in a process that is killed if it takes too long or too much memory. Resolves to
 * what `read` makes of its output, which may end anywhere, or to null if the process failed or was killed.
 */
export async function runFenced<T>(
  { script, args, mayRead, limits, input, isPatient = false }: FencedScript,
  read: (output: Readable) => Promise<T>,
): Promise<T | null> {
  const reads = [script, ...mayRead].map((place) => `--allow-fs-read=${place}`)
  const flags = ['--permission', ...reads, '--no-warnings', `--max-old-space-size=${limits.maxHeapMb}`]
  const child = spawn(process.execPath, [...flags, script, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    timeout: limits.maxMs,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
  if (isPatient && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)

  child.stdin.on('error', () => {}) // it ended before it had read everything
  child.stdin.end(input)

  let maxWorkMs = Infinity
  if (limits.maxWork !== undefined)
    child.stdout.once('data', (start: Buffer) => {
      maxWorkMs = Number.parseInt(start.toString()) * (1 + limits.maxWork!)
    })
  const checking = setInterval(() => {
    const { bytes, workMs } = usageOf(child)
    if (bytes > limits.maxMemoryMb * 1_048_576 || workMs > maxWorkMs) child.kill('SIGKILL')
  }, checkEveryMs)
  try {
    const found = await read(child.stdout)
    return (await ended) ? found : null
  } finally {
    clearInterval(checking)
    child.kill('SIGKILL') // if `read` threw
  }
}

/**
 * Memory and CPU time of a process, from /proc; zeros where there is none, which leaves only the timeout. Reading it
 * synchronously costs a tenth of waiting for it.
 */
function usageOf({ pid }: ChildProcess) {
  const stat = statOf(pid)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // skips the process name, which may hold spaces
  const [user, system, pages] = [11, 12, 21].map((at) => Number(fields[at] ?? 0))
  return { workMs: (user! + system!) * 10, bytes: pages! * 4_096 }
}

function statOf(pid: number | undefined) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}
