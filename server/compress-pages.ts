import { promisify } from 'node:util'
import zlib from 'node:zlib'

import type { MiddlewareHandler } from 'hono'

import { bodyOf, hasBody } from '#app/platform/page-body.ts'

import { type Encoding, encodingFor } from './accepted-encoding.ts'

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, ZSTD_c_compressionLevel } = zlib.constants
const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
const zstd = promisify(zlib.zstdCompress)

const compressible = /^(text\/|application\/json)/
const minBytes = 1_024

/**
 * For what is sent once. At once, because it takes 0.1 to 0.3 ms for a page of 55 kB: handing it to another thread costs
 * as much again, and the work space of each that waits there counts as memory in use and has V8 collect without end.
 */
export function compressQuickly(page: Buffer, encoding: Encoding): Buffer {
  // Knowing how much there is, zstd takes a work space of that size.
  if (encoding === 'zstd')
    return zlib.zstdCompressSync(page, {
      params: { [ZSTD_c_compressionLevel]: 1 },
      pledgedSrcSize: page.length,
    })
  if (encoding === 'gzip') return zlib.gzipSync(page, { level: 1 })
  return zlib.brotliCompressSync(page, brotliOf(page, 1))
}

/** For what is sent often: a fifth smaller, off the main thread. */
export function compressWell(page: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'zstd') return zstd(page, { params: { [ZSTD_c_compressionLevel]: 9 } })
  if (encoding === 'gzip') return gzip(page, { level: 6 })
  return brotli(page, brotliOf(page, 6))
}

const brotliOf = ({ length }: Buffer, quality: number) => ({
  params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: length },
})

/** Pages are whole in memory, so they are compressed whole. */
export const compressPages: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  if (!compressible.test(headers.get('Content-Type') ?? '') || headers.has('Content-Encoding')) return

  headers.append('Vary', 'Accept-Encoding')
  if (c.req.method === 'HEAD' || !hasBody(c.res)) return
  const page = await bodyOf(c.res)
  const encoding = page.length < minBytes ? null : encodingFor(c.req.header('accept-encoding'))
  const body = encoding ? compressQuickly(page, encoding) : page
  if (encoding) headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(body.length))
  c.res = new Response(body as Uint8Array<ArrayBuffer>, c.res)
}
