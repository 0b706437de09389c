import type { Server } from 'node:http'

const maxMs = 10_000

/** Requests under way are answered, new ones are refused; after 10 s what still hangs is cut off. */
export async function drain(server: Server) {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection kept alive becomes idle only when its last answer is out.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const limit = setTimeout(() => server.closeAllConnections(), maxMs)
  await closed
  clearInterval(idle)
  clearTimeout(limit)
}
