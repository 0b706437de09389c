import { writeFile } from 'node:fs/promises'
import path from 'node:path'

import { pdfMaxBytes, previewFolder } from '#app/files/file-rules.ts'
import { inTemporaryFolder, newKey, saveBytes } from '#app/files/incoming-file.server.ts'
import { dropFiles, removeDropped } from '#app/files/storage/drop-files.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { drawPreview, type PreviewContent } from './draw-preview.server.ts'

interface WantedPreview {
  /** Of the PDF. */
  key: string
  /** Names all that the preview depends on besides the PDF. */
  settings: string
  content: PreviewContent
}

/**
 * Draws the preview of a stored PDF and ties it to that, in place of an older one. A PDF that cannot be drawn is not
 * tried again with the same settings.
 */
export async function storePreview(db: Db, storage: Storage, { key, settings, content }: WantedPreview) {
  const stored = await inTemporaryFolder(storage, async (folder) => {
    const file = path.join(folder, 'pdf')
    const found = await storage.open(key)
    if (!found) return null
    await saveBytes(found.stream, file, pdfMaxBytes)
    const preview = await drawPreview(file, content)
    if (!preview) return null

    const drawn = path.join(folder, 'preview')
    await writeFile(drawn, preview, { mode: 0o600 })
    const previewKey = newKey(previewFolder, '', 'pdf')
    const pageCount = content.pages + (content.ending ? 1 : 0)
    await db.insertInto('files').values({ key: previewKey, kind: 'pdf', bytes: preview.length, pageCount }).execute()
    await storage.put(previewKey, drawn)
    return previewKey
  })
  if (!stored) storage.log.warn({ key }, 'PDF cannot be drawn')
  const dropped = await db.transaction().execute((transaction) => tie(transaction, { key, settings, stored }))
  await removeDropped(db, storage, dropped)
}

interface Stored {
  key: string
  settings: string
  stored: string | null
}

/** Returns the keys of previews that are no longer needed: the one before, or this one if it comes too late. */
async function tie(db: Db, { key, settings, stored }: Stored) {
  const pdf = await db
    .selectFrom('files')
    .select(['previewKey', 'previewSettings'])
    .where('key', '=', key)
    .where('droppedAt', 'is', null)
    .forUpdate() // who drops the PDF meanwhile waits, and then drops the preview, too
    .executeTakeFirst()
  const isWanted = pdf !== undefined && pdf.previewSettings !== settings
  if (isWanted) {
    if (stored) await takeFile(db, stored, previewFolder)
    await db
      .updateTable('files')
      .set({ previewKey: stored, previewSettings: settings })
      .where('key', '=', key)
      .execute()
  }
  const unused = [isWanted ? pdf.previewKey : stored].filter((one) => one !== null)
  await dropFiles(db, unused)
  return unused
}
