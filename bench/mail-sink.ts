// An SMTP server that takes every mail and forgets it, in a thread of its own. Tells its port to who started it.
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'

import { SMTPServer } from 'smtp-server'

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  onData(stream, _session, done) {
    stream.on('data', () => {})
    stream.on('end', () => done())
  },
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.server.address() as AddressInfo
  parentPort!.postMessage(port) // oxlint-disable-line unicorn/require-post-message-target-origin -- a thread, not a window
})
