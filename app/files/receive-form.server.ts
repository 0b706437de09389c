import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'

import busboy from 'busboy'
import { data } from 'react-router'

import type { Db } from '#app/platform/db.server.ts'
import { sentForm } from '#app/platform/sent-form.server.ts'

import { dropFiles, removeDropped } from './drop-files.server.ts'
import {
  type FileFolder,
  type FileProblem,
  formMaxBytes,
  pdfFolder,
  type PictureFolder,
  type TooMuch,
} from './file-rules.ts'
import { CutOffError } from './incoming-file.server.ts'
import type { Storage } from './storage.server.ts'
import { storePdf, type StoredPdf } from './store-pdf.server.ts'
import { storePicture, type StoredPicture } from './store-picture.server.ts'
import { noQuota, type Quota } from './upload-quota.server.ts'

const limits = { fields: 50, fieldSize: 64 * 1024, files: 10, parts: 60 }

interface Options<PictureField extends string, PdfField extends string> {
  db: Db
  storage: Storage
  quota?: Quota
  /** The fields that hold a picture, and where each is kept. */
  pictures?: Record<PictureField, PictureFolder>
  /** The fields that hold a PDF. */
  pdfs?: readonly PdfField[]
}

interface ReceivedForm<PictureField extends string, PdfField extends string> {
  /** A file stands in it as its key: stored from this form, or sent by the script before it. */
  form: FormData
  problems: { [name in PictureField | PdfField]?: FileProblem | TooMuch }
  /** The keys of the files that this very form brought. */
  stored: string[]
}

type Stored = StoredPicture | StoredPdf | { problem: TooMuch }

interface Entry {
  name: string
  value: string | Promise<Stored>
}

class TooMuchError extends Error {}

/** Reads a form that may carry files. One that is broken, cut off or beyond all limits throws 400 or 413. */
export async function receiveForm<PictureField extends string = never, PdfField extends string = never>(
  request: Request,
  { db, storage, quota = noQuota, pictures, pdfs = [] }: Options<PictureField, PdfField>,
): Promise<ReceivedForm<PictureField, PdfField>> {
  type Received = ReceivedForm<PictureField, PdfField>
  const type = request.headers.get('Content-Type') ?? ''
  if (!type.startsWith('multipart/form-data')) return { form: await sentForm(request), problems: {}, stored: [] }
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
    part.on('error', () => {}) // the parser fails with it and is heard below; unheard it would end the process
    if (isOver(parser)) return void parser.destroy(new Error('A file after the end'))
    // A parser that failed still reads on to the end of what it has: a file that begins there would never end.
    const folder = hasFailed || parser.destroyed ? undefined : folders.get(name)
    if (!folder || entries.some((entry) => entry.name === name)) {
      part.resume()
    } else if (!filename) {
      entries.push({ name, value: '' }) // nothing was chosen
      part.resume()
    } else {
      entries.push({ name, value: store(folder, filename, part) })
    }
  })
  // How large each file is shows when it has come; what the whole form holds is counted with the first.
  let uncounted = Number(request.headers.get('Content-Length'))
  async function storeWithin(folder: FileFolder, name: string, bytes: AsyncIterable<Uint8Array>): Promise<Stored> {
    const counted = uncounted
    uncounted = 0
    const tooMuch = await quota(counted)
    if (tooMuch) return { problem: tooMuch }
    if (folder === pdfFolder) return storePdf(db, storage, { name, bytes })
    return storePicture(db, storage, { folder, name, bytes })
  }
  function store(folder: FileFolder, name: string, part: Readable): Promise<Stored> {
    const bytes = part.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
    const stored = storeWithin(folder, name, bytes)
    stored
      .catch((error: Error) => {
        if (error instanceof CutOffError) return
        failures.push(error)
        parser.destroy(error)
      })
      .finally(() => part.resume()) // the parser waits for the end of every part, read or not
    return stored
  }

  try {
    const body = Readable.fromWeb(request.body as NodeReadableStream<Uint8Array>)
    const maxBytes = formMaxBytes({ pictures: folders.size - pdfs.length, pdfs: pdfs.length })
    await pipeline(body, atMost(maxBytes), parser)
    return (await fill(entries)) as Received
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
    throw data(null, 400) // its type names no boundary
  }
}

/** Whether the last boundary has come. For a file that begins behind it busboy would wait, and wait for its end for ever. */
const isOver = (parser: object) => Reflect.get(parser, '_complete') === true // busboy's own: it says so nowhere else

function atMost(maxBytes: number) {
  return async function* (body: AsyncIterable<Uint8Array>) {
    let size = 0
    for await (const chunk of body) {
      size += chunk.length
      if (size > maxBytes) throw new TooMuchError()
      yield chunk
    }
  }
}

async function fill(entries: Entry[]) {
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

/** The files of a form that did not arrive belong to nothing. */
async function discard(db: Db, storage: Storage, entries: Entry[]) {
  const files = await Promise.allSettled(entries.map(({ value }) => value).filter((value) => typeof value !== 'string'))
  const keys = files.flatMap((file) => (file.status === 'fulfilled' && 'key' in file.value ? [file.value.key] : []))
  await dropFiles(db, keys)
  await removeDropped(db, storage, keys)
}
