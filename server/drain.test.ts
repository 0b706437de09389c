import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

import { expect, test } from 'vitest'

import { prepareDrain } from './drain.ts'

const atOnce = { delayMs: 0, signal: new AbortController().signal }

async function aServer(answer: RequestListener, given: Parameters<typeof prepareDrain>[1]) {
  const server = createServer(answer)
  const drain = prepareDrain(server, given)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { drain, server, port: (server.address() as AddressInfo).port }
}

test('a request that hangs is cut off at the limit', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const { drain, port } = await aServer(() => resolve(), { hangingMs: 300 })
  const cutOff = fetch(`http://127.0.0.1:${port}`).then(() => 'answered', () => 'cut off') // prettier-ignore
  await asked
  await drain(atOnce)
  expect(await cutOff).toBe('cut off')
})

test('an unused connection does not delay the shutdown', async () => {
  const { drain, server, port } = await aServer((_, response) => response.end(), { hangingMs: 60_000 })
  const taken = once(server, 'connection')
  const unused = connect(port, '127.0.0.1')
  const ended = once(unused.resume(), 'close')
  await taken
  await drain(atOnce)
  expect(await ended).toEqual([false]) // `hadError` of the 'close' event: no error
})

test('a connection opened in advance may still send its first request', async () => {
  const { drain, server, port } = await aServer((_, response) => response.end('answer'), { hangingMs: 60_000 })
  const taken = once(server, 'connection')
  const connection = connect(port, '127.0.0.1')
  await taken
  const drained = drain(atOnce)
  connection.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [answer] = (await once(connection, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1.1 200/)
  await drained
})
