import { openAsBlob } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { AwsClient } from 'aws4fetch'

import { StorageDownError } from './storage-down.server.ts'
import type { StorageDriver } from './storage-driver.ts'
import { checkKey } from './storage-keys.server.ts'

/** Time until the response begins: less than the 15 s after which our server cuts off a silent response. */
const readTimeoutMs = 8_000
/** Includes sending the file. */
const writeTimeoutMs = 30_000

/** How long a signed address can be used: a download over patchy mobile data is taken up again and again. */
const signedSeconds = 60 * 60

export interface AwsKey {
  id: string
  secret: string
}

function parseFilesUrl(filesUrl: string) {
  const { hostname: bucket, searchParams } = new URL(filesUrl)
  const region = searchParams.get('region') ?? 'us-east-1'
  const endpoint = searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`
  return { bucket, region, endpoint }
}

/** Throws if the bucket cannot be used, with a one-line message for the operator. */
export async function checkBucket(filesUrl: string, { id, secret }: AwsKey, { tries = 3, waitMs = 1_000 } = {}) {
  const { bucket, endpoint, region } = parseFilesUrl(filesUrl)
  const client = new AwsClient({ accessKeyId: id, secretAccessKey: secret, service: 's3', region, retries: 0 })
  const { host } = new URL(endpoint)
  let problem = ''
  for (let n = 0; n < tries; n++) {
    if (n > 0) await sleep(waitMs)
    try {
      const signal = AbortSignal.timeout(readTimeoutMs)
      const { ok, status } = await client.fetch(new URL(`/${bucket}`, endpoint), { method: 'HEAD', signal })
      if (ok) return
      if (status === 404) throw new BucketError(`FILES_URL: there is no bucket ${bucket} at ${host}.`)
      if (status === 401 || status === 403) {
        throw new BucketError(`FILES_URL: ${host} refuses AWS_ACCESS_KEY_ID and its secret for the bucket ${bucket}.`)
      }
      problem = `answers ${status}`
    } catch (error) {
      if (error instanceof BucketError) throw error
      problem = `cannot be reached (${codeOf(error)})`
    }
  }
  throw new BucketError(`FILES_URL: ${host} ${problem}.`)
}

class BucketError extends Error {}

/** An error code such as ECONNREFUSED: the message of a failed fetch says less, and may contain the URL. */
function codeOf(error: unknown) {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  return cause?.code ?? name ?? 'no answer'
}

/** What stands in an element of S3's XML; empty without one. Our keys and its tokens have no characters that XML escapes. */
const textOf = (xml: string, element: string) => new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? ''

/** Any S3-compatible storage: `s3://bucket?endpoint=…&region=…`. */
export function s3Driver(filesUrl: string, { id, secret }: AwsKey, publicUrl: string | null = null): StorageDriver {
  const { bucket, endpoint, region } = parseFilesUrl(filesUrl)
  const client = new AwsClient({ accessKeyId: id, secretAccessKey: secret, service: 's3', region, retries: 2 })

  // Path-style addresses: many S3-compatible storages have no host name per bucket.
  async function send(method: string, key: string, init: RequestInit = {}, query = '') {
    const timeout = new AbortController()
    const timeoutMs = method === 'PUT' ? writeTimeoutMs : readTimeoutMs
    const silent = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      timeout.abort()
      // The abort alone has been seen not to end it.
      silent.reject(new Error(`The file storage was silent to ${method}`))
    }, timeoutMs)
    const address = new URL(`/${bucket}${key && `/${key}`}${query}`, endpoint)
    const response = await Promise.race([
      client.fetch(address, { ...init, method, signal: timeout.signal }),
      silent.promise,
    ])
      .catch((cause: unknown) => {
        throw new StorageDownError(`The file storage did not answer ${method}`, { cause })
      })
      .finally(() => clearTimeout(timer)) // no limit on reading the body: the client may be slow
    if (response.ok || response.status === 416) return response

    await response.body?.cancel()
    if (response.status === 404 && method !== 'PUT') return null
    const message = `The file storage answered ${response.status} to ${method}`
    throw response.status >= 500 || response.status === 429 ? new StorageDownError(message) : new Error(message)
  }

  return {
    async put(key, file) {
      const type = checkKey(key)
      // A file-backed Blob is streamed, and has the known length that S3 requires.
      // Browsers and CDNs that read pictures from the bucket (FILES_PUBLIC_URL) keep them: nothing changes under a key.
      const isPublic = type.startsWith('image/')
      const headers = {
        'Content-Type': type,
        ...(isPublic && { 'Cache-Control': 'public, max-age=31536000, immutable' }),
      }
      await send('PUT', key, { body: await openAsBlob(file, { type }), headers })
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
      // Such as "bytes 0-9/100".
      const found = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')
      if (found && response.body) {
        const [first, last, size] = found.slice(1).map(Number) as [number, number, number]
        return { size, start: first, end: last, stream: response.body }
      }
      await response.body?.cancel()
      if (response.status === 416) return 'out of range'
      throw new Error('The file storage knows no ranges')
    },

    async signedAddress(key, { type, disposition }) {
      checkKey(key)
      if (publicUrl === null) return null
      const address = new URL(`${publicUrl}/${key}`)
      address.searchParams.set('X-Amz-Expires', String(signedSeconds))
      address.searchParams.set('response-content-type', type)
      address.searchParams.set('response-content-disposition', disposition)
      address.searchParams.set('response-cache-control', 'private, no-store')
      const { url } = await client.sign(address, { aws: { signQuery: true } })
      return url
    },

    async remove(key) {
      checkKey(key)
      const response = await send('DELETE', key)
      await response?.body?.cancel()
    },

    async *list() {
      let from = ''
      do {
        const response = await send(
          'GET',
          '',
          {},
          `?list-type=2${from && `&continuation-token=${encodeURIComponent(from)}`}`,
        )
        const page = (await response?.text()) ?? ''
        yield Array.from(page.matchAll(/<Contents>(.*?)<\/Contents>/gs), ([, object = '']) => ({
          key: textOf(object, 'Key'),
          bytes: Number(textOf(object, 'Size')),
          storedAt: new Date(textOf(object, 'LastModified')),
        }))
        from = textOf(page, 'IsTruncated') === 'true' ? textOf(page, 'NextContinuationToken') : ''
      } while (from)
    },
  }
}
