import type { Storage } from './storage.server.ts'
import { contentTypeOf } from './storage-keys.server.ts'

const address = /^\/pictures\/((?:images|Bookstores)\/[^/]+)$/

interface Options {
  storage: Storage
  isTaken: (key: string) => Promise<boolean>
}

/** Pictures are public once something has taken them: what was only sent is not there. What is under a key never changes. */
export async function servePicture(request: Request, { storage, isTaken }: Options) {
  const key = address.exec(new URL(request.url).pathname)?.[1] ?? ''
  const type = contentTypeOf(key)
  const found = type && (await isTaken(key)) ? await storage.open(key) : null
  if (!type || !found) {
    const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
    return new Response('Not found', { status: 404, headers })
  }

  const etag = `"${key.slice(key.indexOf('/') + 1)}"`
  const headers = {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'",
  }
  const isKnown = request.headers.get('If-None-Match')?.includes(etag) ?? false
  if (isKnown || request.method === 'HEAD') await found.stream.cancel() // or its file stays open
  if (isKnown) return new Response(null, { status: 304, headers })

  const body = request.method === 'HEAD' ? null : found.stream
  return new Response(body, { headers: { ...headers, 'Content-Length': String(found.size) } })
}
