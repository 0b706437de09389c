import { readFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'

import { isActive } from './active-pdf.ts'

// pdf.js would load its 30 MB canvas package, which is not needed without drawing.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@napi-rs/canvas') throw new Error('Not needed')
    return next(specifier, context)
  },
})
const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')

const worker: string = 'pdfjs-dist/legacy/build/pdf.worker.mjs' // as a variable: the module has no types
await import(worker)
// First line of output: the CPU milliseconds that loading took. What follows is the file's share.
const { user, system } = process.cpuUsage()
process.stdout.write(`${Math.ceil((user + system) / 1_000)}\n`)

/**
 * Runs in a process of its own, started by count-pages.server.ts. Its second line is the number of pages, with `locked`
 * before it if it is, or `active`, or `asks for a password`.
 */
const file = await readFile(process.argv[2]!)
const answer = (found: string) => process.stdout.write(found, () => process.exit())

const loading = getDocument({
  data: new Uint8Array(file), // a copy, since pdf.js takes ownership; reading by range takes twice the time
  stopAtErrors: true,
  useWasm: false,
  useSystemFonts: false,
  disableFontFace: true,
  enableXfa: false,
  verbosity: VerbosityLevel.ERRORS,
})
loading.onPassword = () => answer('asks for a password')
const document = await loading.promise

// `numPages` is what the file claims: check that the first and the last page exist.
if (document.numPages > 0) {
  await document.getPage(1)
  await document.getPage(document.numPages)
}
const { info } = await document.getMetadata()
const isLocked = 'EncryptFilterName' in info && info.EncryptFilterName !== null
const isActivePdf = (!isLocked && isActive(file)) || (await document.getJSActions()) !== null
answer(isActivePdf ? 'active' : isLocked ? `locked ${document.numPages}` : String(document.numPages))
