import { promisify } from 'node:util'
import zlib from 'node:zlib'

import type { MiddlewareHandler } from 'hono'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

const compressible = /^(text\/|application\/json)/
const minBytes = 1_024

/** Pages are whole in memory, so they are compressed whole, off the main thread. */
export const compressPages: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  if (!compressible.test(headers.get('Content-Type') ?? '') || headers.has('Content-Encoding')) return

  headers.append('Vary', 'Accept-Encoding')
  const accepted = c.req.header('accept-encoding') ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
  if (!encoding || !c.res.body || c.req.method === 'HEAD') return

  const page = Buffer.from(await c.res.arrayBuffer())
  if (page.length < minBytes) {
    c.res = new Response(page, c.res)
    return
  }
  const body =
    encoding === 'br'
      ? await brotli(page, {
          params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: page.length },
        })
      : await gzip(page)
  c.res = new Response(body, c.res)
  c.res.headers.set('Content-Encoding', encoding)
  c.res.headers.set('Content-Length', String(body.length))
}
