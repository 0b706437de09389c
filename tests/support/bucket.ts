import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import { AwsClient } from 'aws4fetch'
import { onTestFinished } from 'vitest'

const signature =
  /^AWS4-HMAC-SHA256 Credential=key-id\/\d{8}\/eu-test\/s3\/aws4_request, SignedHeaders=\S*host\S*, Signature=[0-9a-f]{64}$/

const key = { id: 'key-id', secret: 'secret' }

/** Whether an address was signed by the key for this host and path, and for all that it asks for. */
async function isSignedAddress(asked: URL) {
  const datetime = asked.searchParams.get('X-Amz-Date')
  if (datetime === null) return false
  const unsigned = new URL(asked)
  for (const name of ['Algorithm', 'Credential', 'Date', 'SignedHeaders', 'Signature'])
    unsigned.searchParams.delete(`X-Amz-${name}`)
  const client = new AwsClient({ accessKeyId: key.id, secretAccessKey: key.secret, service: 's3', region: 'eu-test' })
  const { url } = await client.sign(unsigned, { aws: { signQuery: true, datetime } })
  return new URL(url).searchParams.get('X-Amz-Signature') === asked.searchParams.get('X-Amz-Signature')
}

/** As S3 lists: two at a time, so that tests come to the second page. */
function listed(objects: Map<string, { bytes: Buffer }>, url: string) {
  const from = Number(new URL(url, 'http://bucket').searchParams.get('continuation-token') ?? 0)
  const some = [...objects].slice(from, from + 2)
  const contents = some.map(
    ([at, { bytes }]) =>
      `<Contents><Key>${at.slice('/shelf/'.length)}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>${bytes.length}</Size></Contents>`,
  )
  const more = from + 2 < objects.size
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${contents.join('')}${more ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''}</ListBucketResult>`
}

/**
 * A fake S3 bucket that knows only the requests of our driver, reads of pictures by anyone, and signed addresses. It answers the first
 * `failures` requests with 503, and waits for `beforePut` before it takes a file. Tests may change `state.is`: 'away' closes every
 * connection, 'silent' never responds, 'failing' always responds with 503.
 */
export async function startBucket({ failures = 0, beforePut = async (_url: string) => {} } = {}) {
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
    const address = new URL(url, `http://${headers.host}`)
    const isPublic = method === 'GET' && /^\/shelf\/(images|Bookstores)\//.test(url)
    if (!headers.authorization && !isPublic) {
      const object = objects.get(address.pathname)
      if (!object || !(await isSignedAddress(address))) return response.writeHead(403).end()
      return response
        .writeHead(200, { 'Content-Disposition': address.searchParams.get('response-content-disposition') ?? '' })
        .end(object.bytes)
    }
    if (headers.authorization && !signature.test(headers.authorization)) return response.writeHead(403).end()
    if (url.startsWith('/shelf?list-type=2')) return response.writeHead(200).end(listed(objects, url))
    if (method === 'HEAD') return response.writeHead(url === '/shelf' ? 200 : 404).end()
    if (method === 'PUT') {
      await beforePut(url)
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
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `s3://shelf?endpoint=${encodeURIComponent(address)}&region=eu-test`
  return { url, publicUrl: `${address}/shelf`, key, objects, asked, state }
}
