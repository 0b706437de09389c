import path from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

import { bounded } from '#app/platform/bounded.server.ts'

import { type FenceLimits, runFenced } from './fenced-process.server.ts'

/** One at a time: a reader process takes 90 MB, and a core for a third of a second. */
const inTurn = bounded(1)

/**
 * Ten thousand pages take 1.2 times the work of loading, on a busy machine more; longer work would keep other people's
 * files waiting.
 */
const usualLimits: FenceLimits = { maxMs: 30_000, maxHeapMb: 128, maxMemoryMb: 320, maxWork: 1.75 }

const script = fileURLToPath(import.meta.resolve('#app/files/pdfs/read-pdf.ts'))
const scanner = fileURLToPath(import.meta.resolve('#app/files/pdfs/active-pdf.ts'))
const library = path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))

/**
 * How many pages a PDF has, and whether it is locked: it opens without a password, but is encrypted, so that what it runs
 * cannot be seen. `active` if it runs something by itself; null if it is no PDF. The file is untrusted: pdf.js reads it
 * in a fenced process.
 */
export async function countPages(file: string, given: Partial<FenceLimits> = {}) {
  const limits = { ...usualLimits, ...given }
  const output = await inTurn(() =>
    runFenced({ script, args: [file], mayRead: [file, scanner, library], limits }, startOf),
  )
  const found = output?.split('\n')[1]
  if (found === undefined) return null
  if (found === 'active' || found === 'asks for a password') return found
  const [, locked, pages] = /^(locked )?(-?\d+)$/.exec(found) ?? []
  return { pages: Number(pages ?? 0), isLocked: locked !== undefined }
}

/** More than its two lines is not read, whatever the process prints. */
async function startOf(output: Readable) {
  let start = ''
  for await (const chunk of output) {
    start += String(chunk)
    if (start.length > 1_000) break
  }
  return start
}
