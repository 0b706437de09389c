import { open } from 'node:fs/promises'
import path from 'node:path'

import { pdfFolder, pdfMaxBytes, type PdfProblem } from '#app/files/file-rules.ts'
import { inTemporaryFolder, newKey, saveBytes, sha256OfFile } from '#app/files/incoming-file.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { countPages } from './count-pages.server.ts'
import { isLockedActive } from './rewrite-pdf.server.ts'

interface SentPdf {
  /** The sender's file name. */
  name: string
  bytes: AsyncIterable<Uint8Array>
}

export type StoredPdf = { key: string } | { problem: PdfProblem }

/** Stores a PDF unchanged, pending until `takeFile` like a picture. */
export function storePdf(db: Db, storage: Storage, sent: SentPdf): Promise<StoredPdf> {
  return inTemporaryFolder(storage, async (folder) => {
    const file = path.join(folder, 'sent')
    const saved = await saveBytes(sent.bytes, file, pdfMaxBytes)
    if (saved === 'too large') return { problem: 'pdf too large' }
    const counted = (await looksLikePdf(file, saved.size)) ? await countPages(file) : null
    if (counted === 'active') return { problem: 'active pdf' }
    if (counted === 'asks for a password') return { problem: 'pdf with password' }
    if (counted === null || counted.pages < 1) return { problem: 'not a pdf' } // a file may claim a negative number
    if (counted.isLocked && (await isLockedActive(file))) return { problem: 'active pdf' }
    const pageCount = counted.pages

    const key = newKey(pdfFolder, sent.name, 'pdf')
    const contentSha256 = await sha256OfFile(file)
    await db.insertInto('files').values({ key, kind: 'pdf', bytes: saved.size, pageCount, contentSha256 }).execute()
    await storage.put(key, file)
    return { key }
  })
}

/** Viewers, too, look for these markers in the first and last kilobyte only. */
async function looksLikePdf(file: string, size: number) {
  const handle = await open(file)
  try {
    const part = async (from: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(1_024), 0, 1_024, from)
      return buffer.subarray(0, bytesRead)
    }
    return (await part(0)).includes('%PDF-') && (await part(Math.max(0, size - 1_024))).includes('%%EOF')
  } finally {
    await handle.close()
  }
}
