import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const maxMs = 10_000

interface Options {
  /** For so long /readyz says that it is stopping, and requests are still taken: whoever sends them here has to notice. */
  delayMs: number
  /** Ends the delay. */
  signal: AbortSignal
}

/** Requests under way are answered, new ones are refused; after 10 s what still hangs is cut off. */
export async function drain(server: Server, { delayMs, signal }: Options) {
  // A connection that is kept would carry its next request to a closed door.
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'))
  await sleep(delayMs, null, { signal }).catch(() => {})
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection kept alive becomes idle only when its last answer is out.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const limit = setTimeout(() => server.closeAllConnections(), maxMs)
  await closed
  clearInterval(idle)
  clearTimeout(limit)
}
