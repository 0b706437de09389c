import path from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

import { pdfMaxBytes } from '#app/files/file-rules.ts'
import { bounded } from '#app/platform/bounded.server.ts'

import { type FenceLimits, runFenced } from './fenced-process.server.ts'

/** One at a time: a large PDF takes much memory, and a core for some seconds. */
const inTurn = bounded(1)

const usualLimits: FenceLimits = { maxMs: 60_000, maxHeapMb: 512, maxMemoryMb: 700 }

const stamper = fileURLToPath(import.meta.resolve('#app/files/pdfs/stamp-pages.ts'))
const scanner = fileURLToPath(import.meta.resolve('#app/files/pdfs/scan-locked-pdf.ts'))
const shared = [
  import.meta.resolve('#app/files/pdfs/unlocked-pdf.ts'),
  import.meta.resolve('#app/files/pdfs/active-pdf.ts'),
].map((file) => fileURLToPath(file))
const library = path.resolve(fileURLToPath(import.meta.resolve('@cantoo/pdf-lib')), '../..')

/**
 * The PDF with a picture, a PNG, at the foot of each page, and without the lock of one that opens without a password.
 * Null if it cannot be written anew. The file is untrusted: pdf-lib reads it in a fenced process.
 */
export async function addToPages(file: string, png: Buffer, given: Partial<FenceLimits> = {}): Promise<Buffer | null> {
  const limits = { ...usualLimits, ...given }
  const run = { script: stamper, args: [file], mayRead: [file, ...shared, library], limits, input: png }
  const written = await inTurn(() => runFenced(run, bytesOf))
  return written?.subarray(0, 5).toString() === '%PDF-' ? written : null
}

/** Whether a locked PDF runs something by itself, or cannot be written anew without its lock. */
export async function isLockedActive(file: string) {
  const run = { script: scanner, args: [file], mayRead: [file, ...shared, library], limits: usualLimits }
  return (await inTurn(() => runFenced(run, bytesOf)))?.toString() !== 'passive'
}

/** More than a PDF grows by is not read, whatever the process prints. */
const maxBytes = 3 * pdfMaxBytes

async function bytesOf(output: Readable) {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of output as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
