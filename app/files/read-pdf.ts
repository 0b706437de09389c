import { open } from 'node:fs/promises'
import { registerHooks } from 'node:module'

// pdfjs loads what it would draw with, 30 MB of it. Nothing is drawn here, and without it pdfjs reads as well.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@napi-rs/canvas') throw new Error('Not needed')
    return next(specifier, context)
  },
})
const { getDocument, PDFDataRangeTransport, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')

/** A process of its own, which count-pages.server.ts starts and, where it must, ends. It says how many pages there are. */
const file = await open(process.argv[2]!)
const { size } = await file.stat()

/** Only the parts that lead to the pages are read, not the pictures and fonts that fill the rest. */
class PartsOfFile extends PDFDataRangeTransport {
  override requestDataRange(begin: number, end: number) {
    void this.#send(begin, end)
  }

  async #send(begin: number, end: number) {
    const { buffer, bytesRead } = await file.read(new Uint8Array(end - begin), 0, end - begin, begin)
    this.onDataRange(begin, buffer.subarray(0, bytesRead))
  }
}

const document = await getDocument({
  range: new PartsOfFile(size, null),
  disableAutoFetch: true,
  disableStream: true,
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
process.stdout.write(String(document.numPages), () => process.exit())
