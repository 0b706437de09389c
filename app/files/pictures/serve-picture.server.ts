import { contentTypeOf } from '#app/files/storage/storage-keys.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'

const picturePath = /^\/pictures\/((?:images|Bookstores)\/[^/]+)$/

interface Options {
  storage: Storage
  isTaken: (key: string) => Promise<boolean>
}

/**
 * Serves taken pictures; pending ones are answered 404. Content never changes under a key: browsers cache it for a
 * year.
 */
export async function servePicture(request: Request, { storage, isTaken }: Options) {
  const key = picturePath.exec(new URL(request.url).pathname)?.[1] ?? ''
  const type = contentTypeOf(key)
  if (!type || !(await isTaken(key))) return notFound()
  const etag = `"${key.slice(key.indexOf('/') + 1)}"`
  const headers = {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'",
  }
  // A browser that has it is told so without a question to the storage.
  if (request.headers.get('If-None-Match')?.includes(etag)) return new Response(null, { status: 304, headers })

  const found = await storage.open(key)
  if (!found) return notFound()
  if (request.method === 'HEAD') await found.stream.cancel() // closes the file
  const body = request.method === 'HEAD' ? null : found.stream
  return new Response(body, { headers: { ...headers, 'Content-Length': String(found.size) } })
}

const notFound = () =>
  new Response('Not found', {
    status: 404,
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  })
