import { createHash } from 'node:crypto'

import type { ByteRange, Storage } from './storage.server.ts'

/**
 * Nothing but the PDF itself, and in no one else's frame. The styles and the object are the browser's own viewer, which
 * in some is built as a page around the file; `sandbox` would keep those from showing it at all.
 */
const policy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

interface Options {
  /** As it is called where it is saved. */
  fileName: string
  disposition: 'inline' | 'attachment'
}

/** Whether this person may read it, the caller has decided. Viewers ask for the parts of a large one as they need them. */
export async function servePdf(request: Request, storage: Storage, key: string, { fileName, disposition }: Options) {
  // Asked for as data, React Router would hold the whole of it in memory, several times.
  if (new URL(request.url).pathname.endsWith('.data')) return notFound()

  const etag = etagOf(key)
  const headers = {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `${disposition}; ${fileNameParts(fileName)}`,
    'Cache-Control': 'private, max-age=0, must-revalidate', // who may read it can change
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': policy,
    'X-Frame-Options': 'SAMEORIGIN',
  }
  const isKnown = request.headers.get('If-None-Match')?.includes(etag) ?? false
  const wantsBody = !isKnown && request.method !== 'HEAD'
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
  if (!wantsBody) await whole.stream.cancel() // or its file stays open
  if (isKnown) return new Response(null, { status: 304, headers })
  return new Response(wantsBody ? whole.stream : null, {
    headers: { ...headers, 'Content-Length': String(whole.size) },
  })
}

const notFound = () => new Response('Not found', { status: 404, headers: { 'Cache-Control': 'no-store' } })

/** Not the key itself: that is nobody's but the server's. */
function etagOf(key: string) {
  return `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`
}

/** One range, as viewers ask for; of several, or of what is none, the whole file is the answer, as HTTP allows. */
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

/** A name that every browser reads, and the true one for those that read more than ASCII. */
function fileNameParts(fileName: string) {
  const name = fileName.toLowerCase().endsWith('.pdf') ? fileName : `${fileName}.pdf`
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}
