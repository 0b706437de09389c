import { createServer } from 'node:http'

import type { Metrics } from '#app/platform/metrics.server.ts'

interface Where {
  port: number
  host: string
}

/** Serves the metrics on a port of their own, which no visitor reaches. Resolves to their address. */
export async function serveMetrics(metrics: Pick<Metrics, 'contentType' | 'text'>, { port, host }: Where) {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(503).end(), // the database does not say how old the outbox is
    )
  })
  server.unref() // ends with the process
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken: set METRICS_PORT to another one.`) : error,
      ),
    )
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const chosen = typeof address === 'object' && address ? address.port : port
  return `http://${host.includes(':') ? `[${host}]` : host}:${chosen}/metrics`
}
