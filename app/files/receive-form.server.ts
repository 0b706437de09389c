import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'

import busboy from 'busboy'
import { data } from 'react-router'

import type { Db } from '#app/platform/db.server.ts'

import { dropFiles, removeDropped } from './drop-files.server.ts'
import { formMaxBytes, type PictureFolder, type PictureProblem } from './file-rules.ts'
import type { Storage } from './storage.server.ts'
import { CutOffError, storePicture, type StoredPicture } from './store-picture.server.ts'

const limits = { fields: 50, fieldSize: 64 * 1024, files: 10, parts: 60 }

interface Options {
  db: Db
  storage: Storage
  /** The fields that hold a picture, and where each is kept. */
  pictures: Record<string, PictureFolder>
}

interface ReceivedForm {
  /** A picture stands in it as its key: stored from this form, or sent by the script before it. */
  form: FormData
  problems: Record<string, PictureProblem>
}

interface Entry {
  name: string
  value: string | Promise<StoredPicture>
}

class TooMuchError extends Error {}

/** Reads a form that may carry pictures. One that is broken, cut off or beyond all limits throws 400 or 413. */
export async function receiveForm(request: Request, { db, storage, pictures }: Options): Promise<ReceivedForm> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!type.startsWith('multipart/form-data')) return { form: await request.formData(), problems: {} }
  if (!request.body) throw data(null, 400)

  const entries: Entry[] = []
  const failures: unknown[] = []
  const parser = parserFor(type)
  const tooMuch = () => parser.destroy(new TooMuchError())
  parser.on('fieldsLimit', tooMuch).on('filesLimit', tooMuch).on('partsLimit', tooMuch)
  parser.on('field', (name, value, { valueTruncated }) => {
    if (valueTruncated) tooMuch()
    else if (name) entries.push({ name, value })
  })
  parser.on('file', (name, part, { filename }) => {
    part.on('error', () => {}) // the parser fails with it and is heard below; unheard it would end the process
    const folder = Object.hasOwn(pictures, name) ? pictures[name] : undefined
    if (!folder || entries.some((entry) => entry.name === name)) {
      part.resume()
    } else if (!filename) {
      entries.push({ name, value: '' }) // nothing was chosen
      part.resume()
    } else {
      entries.push({ name, value: store(folder, filename, part) })
    }
  })
  function store(folder: PictureFolder, name: string, part: Readable) {
    const bytes = part.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
    const stored = storePicture(db, storage, { folder, name, bytes })
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
    await pipeline(body, atMost(formMaxBytes(Object.keys(pictures).length)), parser)
    return await fill(entries)
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
  const received: ReceivedForm = { form: new FormData(), problems: {} }
  for (const { name, value } of entries) {
    const picture = typeof value === 'string' ? { key: value } : await value
    if ('problem' in picture) received.problems[name] = picture.problem
    received.form.append(name, 'key' in picture ? picture.key : '')
  }
  return received
}

/** The pictures of a form that did not arrive belong to nothing. */
async function discard(db: Db, storage: Storage, entries: Entry[]) {
  const pictures = await Promise.allSettled(
    entries.map(({ value }) => value).filter((value) => typeof value !== 'string'),
  )
  const keys = pictures.flatMap((picture) =>
    picture.status === 'fulfilled' && 'key' in picture.value ? [picture.value.key] : [],
  )
  await dropFiles(db, keys)
  await removeDropped(db, storage, keys)
}
