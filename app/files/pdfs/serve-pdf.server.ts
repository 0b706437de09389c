import { createHash } from 'node:crypto'

import type { ByteRange } from '#app/files/storage/storage-driver.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'

/**
 * Allows the PDF alone, framed only by this site. Some browsers build their PDF viewer as a page around the file, which
 * needs the styles and the object; `sandbox` would keep them from showing it at all.
 */
const policy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

interface Options {
  /** The name offered for saving. */
  fileName: string
  disposition: 'inline' | 'attachment'
}

/**
 * Serves a PDF, with range requests. The caller has checked that the viewer may read it. What is saved, and not shown in a page,
 * comes from the storage itself where browsers reach it.
 */
export async function servePdf(request: Request, storage: Storage, key: string, { fileName, disposition }: Options) {
  if (isDataRequest(request)) return notFound()

  const etag = etagOf(key)
  const type = 'application/pdf'
  const contentDisposition = `${disposition}; ${fileNameParts(fileName)}`
  const headers = {
    'Content-Type': type,
    'Content-Disposition': contentDisposition,
    'Cache-Control': 'private, max-age=0, must-revalidate', // permission can change
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': policy,
    'X-Frame-Options': 'SAMEORIGIN',
  }
  // Content never changes under a key: a browser that has it is told so without a question to the storage.
  if (request.headers.get('If-None-Match')?.includes(etag)) return new Response(null, { status: 304, headers })
  const elsewhere =
    disposition === 'attachment' ? await storage.signedAddress(key, { type, disposition: contentDisposition }) : null
  if (elsewhere)
    return new Response(null, { status: 302, headers: { Location: elsewhere, 'Cache-Control': 'no-store' } })

  const wantsBody = request.method !== 'HEAD'
  const range = wantsBody ? rangeOf(request, etag) : null
  if (range) {
    const part = await storage.openPart(key, range)
    if (part === 'out of range') return outOfRange(storage, key)
    if (!part) return notFound()
    const { start, end, size, stream } = part
    const place = { 'Content-Range': `bytes ${start}-${end}/${size}`, 'Content-Length': String(end - start + 1) }
    return new Response(stream, { status: 206, headers: { ...headers, ...place } })
  }

  const whole = await storage.open(key)
  if (!whole) return notFound()
  if (!wantsBody) await whole.stream.cancel() // closes the file
  return new Response(wantsBody ? whole.stream : null, {
    headers: { ...headers, 'Content-Length': String(whole.size) },
  })
}

/** React Router would buffer the whole file, several times. */
export const isDataRequest = ({ url }: Request) => new URL(url).pathname.endsWith('.data')

const notFound = () => new Response('Not found', { status: 404, headers: { 'Cache-Control': 'no-store' } })

/** A hash, because the key itself is secret. */
function etagOf(key: string) {
  return `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`
}

/** A single valid range; null for several or an invalid one, which HTTP allows to answer with the whole file. */
function rangeOf({ headers }: Request, etag: string): ByteRange | null {
  const condition = headers.get('If-Range')
  if (condition !== null && condition !== etag) return null

  const [, start, end] = /^bytes=(\d{1,15})?-(\d{1,15})?$/.exec(headers.get('Range')?.trim() ?? '') ?? []
  if (start !== undefined) {
    if (end !== undefined && Number(end) < Number(start)) return null
    return { start: Number(start), end: end === undefined ? undefined : Number(end) }
  }
  return Number(end) > 0 ? { start: -Number(end) } : null
}

async function outOfRange(storage: Storage, key: string) {
  const whole = await storage.open(key)
  await whole?.stream.cancel()
  return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${whole?.size ?? 0}` } })
}

/** An ASCII name for old browsers, and the true one in UTF-8. */
function fileNameParts(fileName: string) {
  const name = fileName.toLowerCase().endsWith('.pdf') ? fileName : `${fileName}.pdf`
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}
