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
  /** How long requests are still accepted while /readyz says "not ready", for load balancers to notice. */
  delayMs: number
  /** Ends the delay early. */
  signal: AbortSignal
}

/**
 * Call it before the first connection. Returns the graceful shutdown: running requests are answered, new ones refused,
 * and after 10 s the rest are cut off.
 */
export function prepareDrain(server: Server, given: Partial<typeof limits> = {}) {
  const { hangingMs, unusedMs } = { ...limits, ...given }
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })

  // Browsers open connections in advance, and Node does not count one as idle before its first request.
  const closeUnused = () => {
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  }

  return async function drain({ delayMs, signal }: Options) {
    // A keep-alive connection would send its next request to a closed server.
    server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'))
    await sleep(delayMs, null, { signal }).catch(() => {})
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    // A keep-alive connection becomes idle only after its last response.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    const unused = setTimeout(closeUnused, unusedMs)
    const limit = setTimeout(() => server.closeAllConnections(), hangingMs)
    await closed
    clearInterval(idle)
    clearTimeout(unused)
    clearTimeout(limit)
  }
}
