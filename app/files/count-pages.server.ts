import { type ChildProcess, execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { bounded } from '#app/platform/bounded.server.ts'

/** A reader takes some ninety megabytes, and a core for a third of a second. Two at once are hardly faster. */
const inTurn = bounded(1)

/**
 * The work is counted in multiples of what it took to load the reader: a slow machine is slow at both, and a busy one is no
 * reason to give up. Ten thousand pages take 1.2 times as much; what takes more keeps everybody else's files waiting.
 */
const limits = { maxMs: 10_000, maxHeapMb: 128, maxMemoryMb: 320, maxWork: 1.5 }

/** How often a reader is asked for what it holds and did in all: Node limits its heap only. */
const lookEveryMs = 20

const reader = fileURLToPath(import.meta.resolve('#app/files/read-pdf.ts'))
const scanner = fileURLToPath(import.meta.resolve('#app/files/active-pdf.ts'))
const library = path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))

/**
 * How many pages a file has that claims to be a PDF; null if it is none that everybody can open, `active` if it runs
 * something by itself. The reader is large and
 * the files are strangers': it runs in a process that may read this file and itself, and do nothing else. It ends with
 * the file, or before, if it takes too long or too much.
 */
export function countPages(file: string, given: Partial<typeof limits> = {}): Promise<number | 'active' | null> {
  const { maxMs, maxHeapMb, maxMemoryMb, maxWork } = { ...limits, ...given }
  const mayRead = [file, reader, scanner, library].map((place) => `--allow-fs-read=${place}`)
  const flags = ['--permission', ...mayRead, '--no-warnings', `--max-old-space-size=${maxHeapMb}`]
  return inTurn(
    () =>
      new Promise((resolve) => {
        const options = { timeout: maxMs, killSignal: 'SIGKILL', env: {}, maxBuffer: 64 * 1_024 } as const
        const child = execFile(process.execPath, [...flags, reader, file], options, (error, said) => {
          clearInterval(look)
          // All that can go wrong while reading a local file is what is in it.
          const found = said.split('\n')[1] ?? '0'
          resolve(error ? null : found === 'active' ? found : Number(found))
        })
        let maxWorkMs = Infinity
        const limitWork = (said: string) => {
          maxWorkMs = Number.parseInt(said) * (1 + maxWork)
        }
        const endIfTooMuch = () => {
          const { bytes, workMs } = usageOf(child)
          if (bytes > maxMemoryMb * 1_048_576 || workMs > maxWorkMs) child.kill('SIGKILL')
        }
        child.stdout!.once('data', limitWork) // it is loaded
        const look = setInterval(endIfTooMuch, lookEveryMs)
      }),
  )
}

/**
 * What a process holds in memory, and how long it was on a processor. Where the system does not tell, its time has to do.
 * It is no file: to wait for it costs ten times as much as to read it.
 */
function usageOf({ pid }: ChildProcess) {
  const stat = statOf(pid)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // its name, before, may hold spaces
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
