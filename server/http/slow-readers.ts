import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** 1 kB/s, a tenth of the slowest mobile networks. */
const limits = { windowMs: 30_000, minBytes: 30 * 1_024 }

/** Node's internal counters of bytes passed to the kernel, which its own timeout uses, too. */
interface Handle {
  bytesWritten: number
  writeQueueSize: number
}

interface Window {
  startedAt: number
  /** Bytes that the kernel had accepted when the window began. */
  taken: number
}

/**
 * Cuts off clients that read a response slower than the minimum; the idle timeout does not see them. Uses a TCP reset,
 * also for that timeout: after a normal close the kernel would go on sending the megabytes it has buffered.
 */
export function cutSlowReaders(server: Server, given: Partial<typeof limits> = {}) {
  const { windowMs, minBytes } = { ...limits, ...given }
  const windows = new Map<Socket, Window | null>()
  server.on('connection', (socket: Socket) => {
    windows.set(socket, null)
    socket.once('close', () => windows.delete(socket))
  })

  server.on('timeout', (socket) => (progressOf(socket).isWaiting ? socket.resetAndDestroy() : socket.destroy()))

  const checking = setInterval(() => {
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
  checking.unref()
  server.once('close', () => clearInterval(checking))
}

function progressOf(socket: Socket) {
  const handle = Reflect.get(socket, '_handle') as Handle | null // there is no public API
  if (!handle) return { taken: 0, isWaiting: false }
  const { bytesWritten, writeQueueSize } = handle
  return { taken: bytesWritten - writeQueueSize, isWaiting: writeQueueSize > 0 }
}
