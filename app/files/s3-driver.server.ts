import { openAsBlob } from 'node:fs'

import { AwsClient } from 'aws4fetch'

import type { StorageDriver } from './storage.server.ts'
import { checkKey } from './storage-keys.server.ts'

const timeoutMs = 30_000

export interface AwsKey {
  id: string
  secret: string
}

/** Any storage that speaks S3's language: `s3://bucket?endpoint=…&region=…`. */
export function s3Driver(filesUrl: string, { id, secret }: AwsKey): StorageDriver {
  const { hostname: bucket, searchParams } = new URL(filesUrl)
  const region = searchParams.get('region') ?? 'us-east-1'
  const endpoint = searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`
  const client = new AwsClient({ accessKeyId: id, secretAccessKey: secret, service: 's3', region, retries: 2 })

  // The bucket stands in the path: many storages have no name of their own for each bucket.
  async function send(method: string, key: string, init: RequestInit = {}) {
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort(new Error(`The file storage was silent to ${method}`)), timeoutMs)
    const address = new URL(`/${bucket}/${key}`, endpoint)
    const response = await client
      .fetch(address, { ...init, method, signal: silence.signal })
      .finally(() => clearTimeout(timer)) // whoever reads the answer may be slow
    if (response.ok || response.status === 416) return response

    await response.body?.cancel()
    if (response.status === 404 && method !== 'PUT') return null
    throw new Error(`The file storage answered ${response.status} to ${method}`)
  }

  return {
    async put(key, file) {
      const type = checkKey(key)
      // A blob of a file is read as it is sent, and its length is known, which S3 demands.
      await send('PUT', key, { body: await openAsBlob(file, { type }), headers: { 'Content-Type': type } })
    },

    async open(key) {
      checkKey(key)
      const response = await send('GET', key)
      if (!response?.body) return null
      return { size: Number(response.headers.get('Content-Length')), stream: response.body }
    },

    async openPart(key, { start, end = '' }) {
      checkKey(key)
      const response = await send('GET', key, { headers: { Range: `bytes=${start < 0 ? start : `${start}-${end}`}` } })
      if (!response) return null
      // It says what it found: "bytes 0-9/100".
      const found = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')
      if (found && response.body) {
        const [first, last, size] = found.slice(1).map(Number) as [number, number, number]
        return { size, start: first, end: last, stream: response.body }
      }
      await response.body?.cancel()
      if (response.status === 416) return 'out of range'
      throw new Error('The file storage knows no ranges')
    },

    async remove(key) {
      checkKey(key)
      const response = await send('DELETE', key)
      await response?.body?.cancel()
    },
  }
}
