import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** A kilobyte a second: a tenth of what the slowest mobile networks carry. */
const limits = { windowMs: 30_000, minBytes: 30 * 1_024 }

/** What Node knows of a connection's bytes on their way to the kernel; its own time-out goes by it, too. */
interface Handle {
  bytesWritten: number
  writeQueueSize: number
}

interface Window {
  startedAt: number
  /** The bytes that the kernel had taken when it began. */
  taken: number
}

/**
 * Cuts off whoever keeps an answer waiting by taking less than a minimum of it in a time. The time-out for silence does not
 * see them: they are never silent for long. Both reset a connection with an answer on it: closed in the usual way, the
 * kernel would go on to send the megabytes that it has taken already, for as long as the reader likes.
 */
export function cutSlowReaders(server: Server, given: Partial<typeof limits> = {}) {
  const { windowMs, minBytes } = { ...limits, ...given }
  const windows = new Map<Socket, Window | null>()
  server.on('connection', (socket: Socket) => {
    windows.set(socket, null)
    socket.once('close', () => windows.delete(socket))
  })

  server.on('timeout', (socket) => (progressOf(socket).isWaiting ? socket.resetAndDestroy() : socket.destroy()))

  const look = setInterval(() => {
    const now = performance.now()
    for (const [socket, window] of windows) {
      const { taken, isWaiting } = progressOf(socket)
      if (!isWaiting) windows.set(socket, null)
      else if (window === null) windows.set(socket, { startedAt: now, taken })
      else if (now - window.startedAt < windowMs) continue
      else if (taken - window.taken < minBytes) socket.resetAndDestroy()
      else windows.set(socket, { startedAt: now, taken })
    }
  }, windowMs / 6)
  look.unref()
  server.once('close', () => clearInterval(look))
}

function progressOf(socket: Socket) {
  const handle = Reflect.get(socket, '_handle') as Handle | null // there is no public name for it
  if (!handle) return { taken: 0, isWaiting: false }
  const { bytesWritten, writeQueueSize } = handle
  return { taken: bytesWritten - writeQueueSize, isWaiting: writeQueueSize > 0 }
}
