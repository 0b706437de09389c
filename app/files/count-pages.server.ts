import { type ChildProcess, execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { bounded } from '#app/platform/bounded.server.ts'

/** A reader takes some ninety megabytes, and a core for a third of a second. Two at once are hardly faster. */
const inTurn = bounded(1)

const limits = { maxMs: 10_000, maxHeapMb: 128, maxMemoryMb: 320 }

/** How often a reader is asked for what it holds in all: Node limits its heap only. */
const lookEveryMs = 50

const reader = fileURLToPath(import.meta.resolve('#app/files/read-pdf.ts'))
const library = path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))

/**
 * How many pages a file has that claims to be a PDF; null if it is none that everybody can open. The reader is large and
 * the files are strangers': it runs in a process that may read this file and itself, and do nothing else. It ends with
 * the file, or before, if it takes too long or too much.
 */
export function countPages(file: string, given: Partial<typeof limits> = {}): Promise<number | null> {
  const { maxMs, maxHeapMb, maxMemoryMb } = { ...limits, ...given }
  const mayRead = [file, reader, library].map((place) => `--allow-fs-read=${place}`)
  const flags = ['--permission', ...mayRead, '--no-warnings', `--max-old-space-size=${maxHeapMb}`]
  return inTurn(
    () =>
      new Promise((resolve) => {
        const options = { timeout: maxMs, killSignal: 'SIGKILL', env: {}, maxBuffer: 64 * 1_024 } as const
        const child = execFile(process.execPath, [...flags, reader, file], options, (error, pages) => {
          clearInterval(look)
          // All that can go wrong while reading a local file is what is in it.
          resolve(error ? null : Number(pages))
        })
        const look = setInterval(() => void endIfLarge(child, maxMemoryMb * 1_048_576), lookEveryMs)
      }),
  )
}

/** Where the system does not tell, its time has to do. */
async function endIfLarge(child: ChildProcess, maxBytes: number) {
  const [, pages] = await readFile(`/proc/${child.pid}/statm`, 'utf8').then(
    (sizes) => sizes.split(' '),
    () => [],
  )
  if (Number(pages) * 4_096 > maxBytes) child.kill('SIGKILL')
}
