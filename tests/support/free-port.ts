import { createServer } from 'node:net'

/** For a server that restarts on the same port, or whose address is part of its configuration. */
export function freePort() {
  return new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
