import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { cutSlowReaders } from './slow-readers.ts'

/** Sends a response larger than the socket buffers, and cuts off clients that read less than 200 kB/s. */
async function aServer() {
  const answer = Buffer.alloc(40 * 1_048_576)
  const server = createServer((_, response) => response.end(answer))
  cutSlowReaders(server, { windowMs: 1_500, minBytes: 300_000 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { port: (server.address() as AddressInfo).port, length: answer.length }
}

/** Reads `bytesAtOnce` every 50 ms; resolves to the total when the connection ends. */
function read(port: number, bytesAtOnce: number) {
  return new Promise<number>((resolve) => {
    let [got, isOver] = [0, false]
    const buffer = Buffer.alloc(bytesAtOnce)
    const onread = { buffer, callback: (bytes: number) => ((got += bytes), false) } // false pauses the socket
    const socket = connect({ port, host: '127.0.0.1', onread })
    const more = setInterval(() => socket.resume(), 50)
    const end = () => {
      if (isOver) return
      isOver = true
      clearInterval(more)
      socket.destroy()
      resolve(got)
    }
    socket.on('end', end).on('error', end).on('close', end)
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  })
}

test('a client that reads too slowly is cut off, a steady one gets everything', async () => {
  const { port, length } = await aServer()
  const [slow, steady] = await Promise.all([read(port, 2_000), read(port, 400_000)])
  expect(slow).toBeLessThan(length / 2)
  expect(steady).toBeGreaterThanOrEqual(length)
})
