import { type ChildProcess, execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { bounded } from '#app/platform/bounded.server.ts'

/** One at a time: a reader process takes 90 MB, and a core for a third of a second. */
const inTurn = bounded(1)

/**
 * `maxWork` limits CPU time to a multiple of the time it took to load the reader, so that it fits slow and busy
 * machines. Ten thousand pages take 1.2 times as much; longer work would keep other people's files waiting.
 */
const limits = { maxMs: 10_000, maxHeapMb: 128, maxMemoryMb: 320, maxWork: 1.5 }

/** How often memory and CPU time of the process are checked: Node limits only its heap. */
const checkEveryMs = 20

const reader = fileURLToPath(import.meta.resolve('#app/files/pdfs/read-pdf.ts'))
const scanner = fileURLToPath(import.meta.resolve('#app/files/pdfs/active-pdf.ts'))
const library = path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))

/**
 * The number of pages of a PDF; `active` if it runs something by itself, null if it is no PDF or needs a password. The
 * file is untrusted: pdf.js reads it in a process of its own, which may read this file and itself and do nothing else,
 * and is killed if it takes too long or too much memory.
 */
export function countPages(file: string, given: Partial<typeof limits> = {}): Promise<number | 'active' | null> {
  const { maxMs, maxHeapMb, maxMemoryMb, maxWork } = { ...limits, ...given }
  const mayRead = [file, reader, scanner, library].map((place) => `--allow-fs-read=${place}`)
  const flags = ['--permission', ...mayRead, '--no-warnings', `--max-old-space-size=${maxHeapMb}`]
  return inTurn(
    () =>
      new Promise((resolve) => {
        const options = { timeout: maxMs, killSignal: 'SIGKILL', env: {}, maxBuffer: 64 * 1_024 } as const
        const child = execFile(process.execPath, [...flags, reader, file], options, (error, stdout) => {
          clearInterval(checking)
          // Reading a local file fails only because of its content.
          const found = stdout.split('\n')[1] ?? '0'
          resolve(error ? null : found === 'active' ? found : Number(found))
        })
        let maxWorkMs = Infinity
        const limitWork = (stdout: string) => {
          maxWorkMs = Number.parseInt(stdout) * (1 + maxWork)
        }
        const killIfTooMuch = () => {
          const { bytes, workMs } = usageOf(child)
          if (bytes > maxMemoryMb * 1_048_576 || workMs > maxWorkMs) child.kill('SIGKILL')
        }
        child.stdout!.once('data', limitWork) // its first line: the CPU time that loading took
        const checking = setInterval(killIfTooMuch, checkEveryMs)
      }),
  )
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
