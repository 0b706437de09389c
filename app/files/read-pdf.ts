import { readFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'

import { isActive } from './active-pdf.ts'

// pdfjs loads what it would draw with, 30 MB of it. Nothing is drawn here, and without it pdfjs reads as well.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@napi-rs/canvas') throw new Error('Not needed')
    return next(specifier, context)
  },
})
const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')

const worker: string = 'pdfjs-dist/legacy/build/pdf.worker.mjs' // a name that has no types
await import(worker)
// All is loaded, and this is how much work that was: what comes now is the file's doing.
const { user, system } = process.cpuUsage()
process.stdout.write(`${Math.ceil((user + system) / 1_000)}\n`)

/**
 * A process of its own, which count-pages.server.ts starts and, where it must, ends. It says how many pages there are, or
 * that the file is active.
 */
const file = await readFile(process.argv[2]!)

const document = await getDocument({
  data: new Uint8Array(file), // a copy, which pdfjs takes over; whole: by its parts, as a viewer reads it, ten thousand pages take twice the time, and more memory
  stopAtErrors: true,
  useWasm: false,
  useSystemFonts: false,
  disableFontFace: true,
  enableXfa: false,
  verbosity: VerbosityLevel.ERRORS,
}).promise

// The number is what the file claims, unless the last page is missing: both ends of the book have to be there.
if (document.numPages > 0) {
  await document.getPage(1)
  await document.getPage(document.numPages)
}
const runs = isActive(file) || (await document.getJSActions()) !== null
process.stdout.write(runs ? 'active' : String(document.numPages), () => process.exit())
