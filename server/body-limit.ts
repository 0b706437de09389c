import type { IncomingMessage } from 'node:http'

import type { MiddlewareHandler } from 'hono'

import {
  type FileProblem,
  formMaxBytes,
  formsWithFiles,
  pdfMaxBytes,
  pdfUploadPath,
  pictureMaxBytes,
  pictureUploadPath,
  uploadMaxMs,
} from '#app/files/file-rules.ts'
import { plainFormMaxBytes } from '#app/platform/sent-form.server.ts'

import type { AppEnv } from './app.ts'

interface Limit {
  maxBytes: number
  maxMs: number
  problem?: FileProblem
}

/** How often it is looked whether a body still comes. A packet is more than `trickleBytes`: less is no better than silence. */
const lookEveryMs = 13_000
const trickleBytes = 1_000

const ordinary: Limit = { maxBytes: plainFormMaxBytes, maxMs: lookEveryMs }
const uploadLimits = new Map<string, Limit>([
  [pictureUploadPath, { maxBytes: pictureMaxBytes, maxMs: uploadMaxMs, problem: 'too large' }],
  [pdfUploadPath, { maxBytes: pdfMaxBytes, maxMs: uploadMaxMs, problem: 'pdf too large' }],
])
const decodingMaxMs = 2 * 60_000
const formLimits = new Map<string, Limit>(
  Object.entries(formsWithFiles).map(([path, files]) => [
    path.toLowerCase(),
    { maxBytes: formMaxBytes(files), maxMs: uploadMaxMs },
  ]),
)

/** A form is small and arrives soon, a file keeps coming: who sends more, or drips it byte by byte, does not keep a socket. */
export const limitBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  const length = c.req.header('content-length')
  const isChunked = c.req.header('transfer-encoding') !== undefined
  if (isChunked) return c.text('Say how long the request is (Content-Length).', 411, { Connection: 'close' })
  if (length === undefined || length === '0') return next()
  const { maxBytes, maxMs, problem } = limitOf(c.req.path, c.req.header('content-type') ?? '')
  if (Number(length) > maxBytes) {
    // Not closed at once: a sender in the middle of its body would see a broken connection in place of the answer.
    // What comes is thrown away for half a second more, by @hono/node-server, and then it is cut off.
    if (problem) return c.json({ problem }, 413)
    return c.text(`This is too large: ${inWords(maxBytes)} at most.`, 413)
  }

  const { incoming } = c.env
  const watch = cutTrickles(incoming, maxMs)
  // Files are looked into one or two at a time: a sender who is done may wait for its turn longer than one who is silent.
  if (maxMs > ordinary.maxMs) incoming.once('end', () => incoming.setTimeout(decodingMaxMs))
  await next()
  clearInterval(watch)
  // An answer before the end of the body: the rest is thrown away, or it would stand in the way of the next request.
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

/** As React Router matches: whatever the case, with or without a last slash; its script adds an ending. */
function formPath(path: string) {
  return path.toLowerCase().replace(/(\/_)?\.data$|\/$/, '') || '/'
}

function inWords(bytes: number) {
  return bytes < 1024 * 1024 ? `${bytes / 1024} kB` : `${Math.floor(bytes / 1024 / 1024)} MB`
}
