import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'

import busboy from 'busboy'
import { data } from 'react-router'

import { storePdf, type StoredPdf } from '#app/files/pdfs/store-pdf.server.ts'
import { storePicture, type StoredPicture } from '#app/files/pictures/store-picture.server.ts'
import { dropFiles, removeDropped } from '#app/files/storage/drop-files.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import { readFormData } from '#app/forms/read-form-data.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import {
  type FileFolder,
  type FileProblem,
  formMaxBytes,
  pdfFolder,
  type PictureFolder,
  type TooMuch,
} from './file-rules.ts'
import { CutOffError } from './incoming-file.server.ts'
import { noQuota, type Quota } from './upload-quota.server.ts'

const limits = { fields: 50, fieldSize: 64 * 1024, files: 10, parts: 60 }

interface Options<PictureField extends string, PdfField extends string> {
  db: Db
  storage: Storage
  quota?: Quota
  /** The picture fields of the form, and the storage folder of each. */
  pictures?: Record<PictureField, PictureFolder>
  pdfs?: readonly PdfField[]
}

interface ReceivedForm<PictureField extends string, PdfField extends string> {
  /** Holds a storage key in place of each file, whether this form brought the file or an upload before it did. */
  form: FormData
  problems: { [name in PictureField | PdfField]?: FileProblem | TooMuch }
  /** Keys of the files that this request itself brought. */
  stored: string[]
}

type Stored = StoredPicture | StoredPdf | { problem: TooMuch }

interface Entry {
  name: string
  value: string | Promise<Stored>
}

class TooMuchError extends Error {}

/** Reads a form and stores its files. Throws 400 if it is malformed or cut off, 413 if it exceeds a limit. */
export async function receiveForm<PictureField extends string = never, PdfField extends string = never>(
  request: Request,
  { db, storage, quota = noQuota, pictures, pdfs = [] }: Options<PictureField, PdfField>,
): Promise<ReceivedForm<PictureField, PdfField>> {
  type Received = ReceivedForm<PictureField, PdfField>
  const type = request.headers.get('Content-Type') ?? ''
  if (!type.startsWith('multipart/form-data')) return { form: await readFormData(request), problems: {}, stored: [] }
  if (!request.body) throw data(null, 400)

  const folders = new Map<string, FileFolder>([
    ...Object.entries<PictureFolder>(pictures ?? {}),
    ...pdfs.map((name) => [name, pdfFolder] as const),
  ])
  const entries: Entry[] = []
  const failures: unknown[] = []
  const parser = parserFor(type)
  const refuse = () => parser.destroy(new TooMuchError())
  let hasFailed = false
  parser.once('error', () => (hasFailed = true))
  parser.on('fieldsLimit', refuse).on('filesLimit', refuse).on('partsLimit', refuse)
  parser.on('field', (name, value, { valueTruncated }) => {
    if (valueTruncated) refuse()
    else if (name) entries.push({ name, value })
  })
  parser.on('file', (name, part, { filename }) => {
    part.on('error', () => {}) // unhandled it would end the process; the pipeline below gets the parser's own error
    if (isPastLastBoundary(parser)) return void parser.destroy(new Error('A file after the end'))
    // A failed parser still emits what it has buffered: a file that begins there would never end.
    const folder = hasFailed || parser.destroyed ? undefined : folders.get(name)
    if (!folder || entries.some((entry) => entry.name === name)) {
      part.resume()
    } else if (!filename) {
      entries.push({ name, value: '' }) // no file was chosen
      part.resume()
    } else {
      entries.push({ name, value: store(folder, filename, part) })
    }
  })
  // A part has no declared size, so the first file is charged for the whole form and the others for none.
  let unchargedBytes = Number(request.headers.get('Content-Length'))
  async function chargeAndStore(folder: FileFolder, name: string, bytes: AsyncIterable<Uint8Array>): Promise<Stored> {
    const bytesToCharge = unchargedBytes
    unchargedBytes = 0
    const tooMuch = await quota(bytesToCharge)
    if (tooMuch) return { problem: tooMuch }
    if (folder === pdfFolder) return storePdf(db, storage, { name, bytes })
    return storePicture(db, storage, { folder, name, bytes })
  }
  function store(folder: FileFolder, name: string, part: Readable): Promise<Stored> {
    const bytes = part.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
    const stored = chargeAndStore(folder, name, bytes)
    stored
      .catch((error: Error) => {
        if (error instanceof CutOffError) return
        failures.push(error)
        parser.destroy(error)
      })
      .finally(() => part.resume()) // busboy waits until every part is consumed
    return stored
  }

  try {
    const body = Readable.fromWeb(request.body as NodeReadableStream<Uint8Array>)
    const maxBytes = formMaxBytes({ pictures: folders.size - pdfs.length, pdfs: pdfs.length })
    await pipeline(body, limitBytes(maxBytes), parser)
    return (await toReceived(entries)) as Received
  } catch (error) {
    await discard(db, storage, entries)
    if (failures.length > 0) throw failures[0]
    throw data(null, error instanceof TooMuchError ? 413 : 400)
  }
}

function parserFor(type: string) {
  try {
    return busboy({ headers: { 'content-type': type }, defParamCharset: 'utf8', limits })
  } catch {
    throw data(null, 400) // no boundary in the Content-Type
  }
}

/** Whether the closing boundary was parsed. busboy would wait for ever for the end of a file that begins after it. */
const isPastLastBoundary = (parser: object) => Reflect.get(parser, '_complete') === true // private: busboy has no public one

function limitBytes(maxBytes: number) {
  return async function* (body: AsyncIterable<Uint8Array>) {
    let size = 0
    for await (const chunk of body) {
      size += chunk.length
      if (size > maxBytes) throw new TooMuchError()
      yield chunk
    }
  }
}

async function toReceived(entries: Entry[]) {
  const form = new FormData()
  const problems: Record<string, FileProblem | TooMuch> = {}
  const stored: string[] = []
  for (const { name, value } of entries) {
    const file = typeof value === 'string' ? { key: value } : await value
    if ('problem' in file) problems[name] = file.problem
    else if (typeof value !== 'string') stored.push(file.key)
    form.append(name, 'key' in file ? file.key : '')
  }
  return { form, problems, stored }
}

/** Removes the files of a form that failed. */
async function discard(db: Db, storage: Storage, entries: Entry[]) {
  const files = await Promise.allSettled(entries.map(({ value }) => value).filter((value) => typeof value !== 'string'))
  const keys = files.flatMap((file) => (file.status === 'fulfilled' && 'key' in file.value ? [file.value.key] : []))
  await dropFiles(db, keys)
  await removeDropped(db, storage, keys)
}
