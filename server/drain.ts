import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const limits = {
  /** Requests that still run after this time are cut off. */
  hangingMs: 10_000,
  /** Connections that carried no request within this time are closed. */
  unusedMs: 500,
}

interface Options {
  /** For so long /readyz says that it is stopping, and requests are still taken: whoever sends them here has to notice. */
  delayMs: number
  /** Ends the delay. */
  signal: AbortSignal
}

/**
 * To be called before the first connection. Returns what stops the server: requests under way are answered, new ones are
 * refused, and what still hangs after 10 s is cut off.
 */
export function prepareDrain(server: Server, given: Partial<typeof limits> = {}) {
  const { hangingMs, unusedMs } = { ...limits, ...given }
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })

  // Browsers connect in advance. Node does not count a connection as idle before its first request.
  const closeUnused = () => {
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  }

  return async function drain({ delayMs, signal }: Options) {
    // A connection that is kept would carry its next request to a closed door.
    server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'))
    await sleep(delayMs, null, { signal }).catch(() => {})
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    // A connection kept alive becomes idle only when its last answer is out.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    const unused = setTimeout(closeUnused, unusedMs)
    const limit = setTimeout(() => server.closeAllConnections(), hangingMs)
    await closed
    clearInterval(idle)
    clearTimeout(unused)
    clearTimeout(limit)
  }
}
