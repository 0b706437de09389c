import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

interface Eyes {
  /** Gets the client's bytes before they are forwarded. */
  onSent?: (bytes: Buffer) => void
  /** Gets the server's bytes; `false` drops them and closes the connection. */
  onAnswer?: (bytes: Buffer) => boolean
}

/** A TCP proxy that observes and drops traffic. */
export async function startProxy(to: NetConnectOpts, { onSent = () => {}, onAnswer = () => true }: Eyes) {
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(to)
    const cut = () => (near.destroy(), far.destroy())
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', cut).on('close', () => (open.delete(socket), cut()))
    }
    near.on('data', (bytes) => {
      onSent(bytes)
      far.write(bytes)
    })
    far.on('data', (bytes) => (onAnswer(bytes) ? near.write(bytes) : cut()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    stop() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
