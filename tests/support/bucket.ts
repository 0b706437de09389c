import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import { onTestFinished } from 'vitest'

const signature =
  /^AWS4-HMAC-SHA256 Credential=key-id\/\d{8}\/eu-test\/s3\/aws4_request, SignedHeaders=\S*host\S*, Signature=[0-9a-f]{64}$/

/**
 * A fake S3 bucket that knows only the requests of our driver. It answers the first `failures` requests with 503. Tests
 * may change `state.is`: 'away' closes every connection, 'silent' never responds, 'failing' always responds with 503.
 */
export async function startBucket({ failures = 0 } = {}) {
  const objects = new Map<string, { bytes: Buffer; type: string | undefined }>()
  const asked: IncomingMessage[] = []
  const state: { is: 'there' | 'away' | 'silent' | 'failing' } = { is: 'there' }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    asked.push(request)
    if (state.is === 'away') return request.socket.destroy()
    if (state.is === 'silent') return
    const { url = '', method, headers } = request
    const bytes = await buffer(request)
    if (state.is === 'failing' || failures-- > 0) return response.writeHead(503).end('busy')
    if (!signature.test(headers.authorization ?? '')) return response.writeHead(403).end()
    if (method === 'HEAD') return response.writeHead(url === '/shelf' ? 200 : 404).end()
    if (method === 'PUT') {
      if (headers['content-length'] !== String(bytes.length)) return response.writeHead(411).end()
      objects.set(url, { bytes, type: headers['content-type'] })
      return response.writeHead(200).end()
    }
    const object = objects.get(url)
    if (!object) return response.writeHead(404).end('<Error/>')
    if (method === 'DELETE') {
      objects.delete(url)
      return response.writeHead(204).end()
    }
    return response.writeHead(200, { 'Content-Length': object.bytes.length }).end(object.bytes)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const endpoint = encodeURIComponent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const url = `s3://shelf?endpoint=${endpoint}&region=eu-test`
  return { url, key: { id: 'key-id', secret: 'secret' }, objects, asked, state }
}
