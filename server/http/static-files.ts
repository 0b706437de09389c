import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import type { MiddlewareHandler } from 'hono'

import { type Encoding, encodingFor } from './accepted-encoding.ts'

interface StaticFile {
  type: string
  etag: string
  cacheControl: string
  bodies: { [encoding in Encoding | 'identity']?: Uint8Array<ArrayBuffer> }
  /** Precompressed encodings, the smallest first. */
  encodings: Encoding[]
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Serves the built files from memory: requests neither touch the disk nor can reach any other path. */
export function staticFiles(folder: string): MiddlewareHandler {
  const files = readAll(folder)
  return async (c, next) => {
    const file = files.get(c.req.path)
    if (!file || (c.req.method !== 'GET' && c.req.method !== 'HEAD')) {
      // A missing file under /assets belongs to an older build: no page, no caching.
      if (c.req.path.startsWith('/assets/')) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
      return next()
    }

    const encoding = encodingFor(c.req.header('accept-encoding'), file.encodings) ?? 'identity'
    const body = file.bodies[encoding]!
    const etag = encoding === 'identity' ? file.etag : file.etag.replace(/"$/, `-${encoding}"`)
    const headers: Record<string, string> = {
      'Content-Type': file.type,
      'Cache-Control': file.cacheControl,
      'X-Content-Type-Options': 'nosniff',
      ETag: etag,
      Vary: 'Accept-Encoding',
    }
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
    if (encoding !== 'identity') headers['Content-Encoding'] = encoding
    return c.body(body, 200, { ...headers, 'Content-Length': String(body.length) })
  }
}

function readAll(folder: string) {
  const files = new Map<string, StaticFile>()
  for (const file of globSync(`${folder}/**/*`)) {
    if (!statSync(file).isFile() || /\.(br|gz|map)$/.test(file)) continue
    const identity = readFileSync(file)
    const bodies: StaticFile['bodies'] = {
      ...(existsSync(`${file}.br`) && { br: readFileSync(`${file}.br`) }),
      ...(existsSync(`${file}.gz`) && { gzip: readFileSync(`${file}.gz`) }),
    }
    const address = `/${path.relative(folder, file).split(path.sep).join('/')}`
    files.set(address, {
      type: types[path.extname(file)] ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
      // Names in /assets contain a content hash; the few other files may change.
      cacheControl: address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      bodies: { ...bodies, identity },
      encodings: Object.keys(bodies) as Encoding[],
    })
  }
  return files
}
