import { readFile } from 'node:fs/promises'

import type { PDFObject } from '@cantoo/pdf-lib'

// One file, which the package does not export: loading its several hundred others takes three times as long.
const bundle = new URL('../dist/pdf-lib.esm.min.js', import.meta.resolve('@cantoo/pdf-lib')).href
export const pdfLib = (await import(bundle)) as typeof import('@cantoo/pdf-lib')
const { ParseSpeeds, PDFDocument, PDFInvalidObject, PDFName, PDFRawStream } = pdfLib

/** Reads a PDF to write it anew, without a lock that needs no password. Fails if it asks for one. */
export async function readUnlocked(file: string) {
  const document = await PDFDocument.load(await readFile(file), {
    password: '',
    parseSpeed: ParseSpeeds.Fastest,
    updateMetadata: false,
  })
  for (const [reference, object] of document.context.enumerateIndirectObjects())
    if (isContainer(object)) document.context.delete(reference)
  return document
}

/** Streams that list or pack the file's other objects. pdf-lib would keep them beside what it writes; they name the lock. */
function isContainer(object: PDFObject) {
  if (object instanceof PDFRawStream)
    return ['/XRef', '/ObjStm'].includes(String(object.dict.get(PDFName.of('Type')) ?? ''))
  if (!(object instanceof PDFInvalidObject)) return false
  const bytes = Buffer.alloc(object.sizeInBytes())
  object.copyBytesInto(bytes, 0)
  return /\/Type\s*\/(XRef|ObjStm)/.test(bytes.toString('latin1')) // of a locked file
}
