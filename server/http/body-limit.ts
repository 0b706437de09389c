import type { IncomingMessage } from 'node:http'

import type { MiddlewareHandler } from 'hono'

import { siteMap } from '#app/access/site-map.ts'
import {
  type FileProblem,
  formMaxBytes,
  pdfMaxBytes,
  pdfUploadPath,
  pictureMaxBytes,
  pictureUploadPath,
  uploadMaxMs,
} from '#app/files/file-rules.ts'
import { plainFormMaxBytes } from '#app/forms/read-form-data.server.ts'
import type { AppEnv } from '#server/app-options.ts'

interface Limit {
  maxBytes: number
  maxMs: number
  problem?: FileProblem
}

/** How often a body's progress is checked. Less than `trickleBytes` per interval counts as silence. */
const lookEveryMs = 13_000
const trickleBytes = 1_000

const ordinary: Limit = { maxBytes: plainFormMaxBytes, maxMs: lookEveryMs }
const uploadLimits = new Map<string, Limit>([
  [pictureUploadPath, { maxBytes: pictureMaxBytes, maxMs: uploadMaxMs, problem: 'too large' }],
  [pdfUploadPath, { maxBytes: pdfMaxBytes, maxMs: uploadMaxMs, problem: 'pdf too large' }],
])
const decodingMaxMs = 2 * 60_000
const formLimits = new Map<string, Limit>(
  siteMap.flatMap(({ path, files }) =>
    files ? [[path.toLowerCase(), { maxBytes: formMaxBytes(files), maxMs: uploadMaxMs }] as const] : [],
  ),
)

/** Limits size and time of request bodies, so that slow senders cannot hold sockets open. */
export const limitBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  const length = c.req.header('content-length')
  const isChunked = c.req.header('transfer-encoding') !== undefined
  if (isChunked) return c.text('Say how long the request is (Content-Length).', 411, { Connection: 'close' })
  if (length === undefined || length === '0') return next()
  const { maxBytes, maxMs, problem } = limitOf(c.req.path, c.req.header('content-type') ?? '')
  if (Number(length) > maxBytes) {
    // The connection stays open: a client that is still sending would see a reset instead of the response.
    // @hono/node-server discards the body for another half second and then closes it.
    if (problem) return c.json({ problem }, 413)
    return c.text(`This is too large: ${inWords(maxBytes)} at most.`, 413)
  }

  const { incoming } = c.env
  const watch = cutTrickles(incoming, maxMs)
  // Files are decoded one or two at a time: a client that has sent its file may wait longer than the silence timeout.
  if (maxMs > ordinary.maxMs) incoming.once('end', () => incoming.setTimeout(decodingMaxMs))
  await next()
  clearInterval(watch)
  // If the response came before the end of the body, discards the rest, which would block the next request.
  if (!incoming.readableEnded) incoming.removeAllListeners('data').resume()
}

function cutTrickles(incoming: IncomingMessage, maxMs: number) {
  const { socket } = incoming
  let [leftMs, seen] = [maxMs, socket.bytesRead]
  return setInterval(() => {
    const isTrickle = socket.bytesRead - seen < trickleBytes
    leftMs -= lookEveryMs
    seen = socket.bytesRead
    if ((isTrickle || leftMs <= 0) && !incoming.complete) incoming.destroy()
  }, lookEveryMs)
}

function limitOf(path: string, type: string) {
  const upload = uploadLimits.get(path)
  if (upload) return upload
  return (type.startsWith('multipart/form-data') && formLimits.get(formPath(path))) || ordinary
}

/** Normalises as React Router matches: any case, optional trailing slash, and the `.data` suffix of its script. */
function formPath(path: string) {
  return path.toLowerCase().replace(/(\/_)?\.data$|\/$/, '') || '/'
}

function inWords(bytes: number) {
  return bytes < 1024 * 1024 ? `${bytes / 1024} kB` : `${Math.floor(bytes / 1024 / 1024)} MB`
}
