import type { MiddlewareHandler } from 'hono'

import type { AppEnv } from './app.ts'

const maxBytes = 256 * 1024
const maxMs = 15_000

/** A form is small and arrives soon: who sends more, or drips it byte by byte, does not keep a socket. */
export const limitBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  const length = c.req.header('content-length')
  const isChunked = c.req.header('transfer-encoding') !== undefined
  if (isChunked) return c.text('Say how long the request is (Content-Length).', 411, { Connection: 'close' })
  if (length === undefined || length === '0') return next()
  if (Number(length) > maxBytes) {
    return c.text(`This is too large: ${maxBytes / 1024} kB at most.`, 413, { Connection: 'close' })
  }

  const { incoming } = c.env
  const deadline = setTimeout(() => incoming.complete || incoming.destroy(), maxMs)
  await next()
  clearTimeout(deadline)
}
