import { hash, randomUUID } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'

import type { Context, MiddlewareHandler } from 'hono'

import { hasSessionCookie } from '#app/accounts/session-cookie.server.ts'
import { bounded } from '#app/platform/bounded.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import { bodyOf } from '#app/platform/page-body.ts'
import { keptMaxMs } from '#app/platform/page-changes.server.ts'

import { type Encoding, encodingFor } from './accepted-encoding.ts'
import type { AppEnv } from './app.ts'
import { compressQuickly, compressWell } from './compress-pages.ts'
import { addressesOf } from './page-addresses.ts'
import { headersOf } from './security-headers.ts'

interface Page {
  /** The changes that were counted when it was rendered. */
  asOf: number
  at: number
  isAskedAgain: boolean
  /** With the encodings that may come: each is about as large as the first. */
  bytes: number
  etag: string
  headers: Record<string, string>
  /** By zstd there is always one: the page itself is made from it, for the few who ask for another. */
  encoded: Map<Encoding, { body: Buffer; isBest: boolean }>
}

interface Options {
  /** Of what visitors see. */
  countChanges: () => Promise<number>
  config: Config
  isDatabaseUp: () => boolean
  /** Renders the page as for a visitor of whom nothing is known; the scripts that it writes itself carry the nonce. */
  render: (url: string, options: { asOf: number; nonce: string }) => Promise<Response>
}

/** Pages without a word that is one person's. */
const paths = new Set(['/', '/login', '/slogin', '/UserSignUp', '/sSignup', '/ContactUs'].flatMap(addressesOf))

/** Of pages that were asked for once, and again: who reads through all that there is puts out none that many ask for. */
const onceMaxBytes = 4 * 1024 * 1024
const againMaxBytes = 18 * 1024 * 1024
const addressesMax = 2_000
const maxAddress = 300

/**
 * For visitors a page is the same for everyone: it is rendered once a change, not once a visitor. Nothing of a request can
 * get in, neither of a person nor its Host header, because it is rendered from the cache key (path and query) alone. Its
 * inline scripts are allowed by their hashes, not by a nonce.
 */
export function pageCache({ countChanges, config, isDatabaseUp, render }: Options): MiddlewareHandler<AppEnv> {
  const once = createShelf(onceMaxBytes)
  const again = createShelf(againMaxBytes)
  const known = new Set<string>() // what was asked for, though it may have been put out since
  const rendering = new Map<string, Promise<Page | null>>()
  const security = headersOf(config)

  return async (c, next) => {
    const { method, path } = c.req
    if (method !== 'GET' || !paths.has(path) || hasSessionCookie(c.req.header('cookie')) || !isDatabaseUp())
      return next()
    const { url } = c.req.raw
    const address = url.slice(url.indexOf('/', 8))
    if (address.length > maxAddress) return next()

    const count = await countChanges().catch(() => null)
    if (count === null) return next() // the page itself says what is wrong
    const page = keep(address, count) ?? (await renderOnce(address, count))
    return page ? send(c, page) : next()
  }

  /** The kept page, if nothing has changed since. */
  function keep(address: string, count: number) {
    const page = again.take(address) ?? once.take(address)
    if (!page || page.asOf !== count || performance.now() - page.at > keptMaxMs) return null
    page.isAskedAgain = true
    again.put(address, page)
    return page
  }

  /** However many ask for a page that is not there, it is rendered once. */
  function renderOnce(address: string, count: number) {
    const key = `${count} ${address}`
    const begun = rendering.get(key)
    if (begun) return begun
    const page = renderPage(address, count).finally(() => rendering.delete(key))
    rendering.set(key, page)
    void page.then(
      (whole) => whole && putFirst(address, whole),
      () => {},
    )
    return page
  }

  function putFirst(address: string, page: Page) {
    if (known.has(address)) return again.put(address, page)
    once.put(address, page)
    known.add(address)
    if (known.size > addressesMax) known.delete(known.values().next().value!)
  }

  async function renderPage(address: string, asOf: number): Promise<Page | null> {
    const at = performance.now()
    const nonce = randomUUID()
    const response = await render((config.publicUrl ?? 'http://localhost') + address, { asOf, nonce })
    if (response.status !== 200 || response.headers.has('Set-Cookie')) return null
    const { html, hashes } = hashScripts(await bodyOf(response), nonce)
    const headers = {
      ...Object.fromEntries(response.headers),
      ...security(hashes.join(' ')),
      Vary: 'Accept-Encoding, Cookie',
    }
    const body = compressQuickly(html, 'zstd')
    const etag = hash('sha256', body, 'base64url').slice(0, 22) // of what is small and tells as much
    const encoded: Page['encoded'] = new Map([['zstd', { body, isBest: false }]])
    return { asOf, at, isAskedAgain: false, bytes: 3 * body.length + 2_000, etag, headers, encoded }
  }

  function send(c: Context<AppEnv>, page: Page) {
    c.set('hasAllHeaders', true)
    const encoding = encodingFor(c.req.header('accept-encoding'))
    const etag = `"${page.etag}-${encoding ?? 'identity'}"`
    const headers: Record<string, string> = { ...page.headers, ETag: etag, 'X-Request-Id': c.get('requestId') }
    if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
    const body = encoding ? encode(page, encoding) : htmlOf(page)
    if (encoding) headers['Content-Encoding'] = encoding
    headers['Content-Length'] = String(body.length)
    return new Response(body as Uint8Array<ArrayBuffer>, { headers })
  }
}

/** Where those that were put last stand longest. */
function createShelf(maxBytes: number) {
  const pages = new Map<string, Page>() // the oldest first
  let bytes = 0

  function take(address: string) {
    const page = pages.get(address)
    if (page) bytes -= page.bytes
    pages.delete(address)
    return page
  }

  function put(address: string, page: Page) {
    take(address)
    pages.set(address, page)
    bytes += page.bytes
    for (const oldest of pages.keys()) {
      if (bytes <= maxBytes) break
      take(oldest)
    }
  }
  return { take, put }
}

const inTurn = bounded(1) // each holds megabytes while it is at it, and while it waits for a thread

/** Quickly for whoever comes first; with the second begins what is better for all who come after. */
function encode(page: Page, encoding: Encoding) {
  const kept = page.encoded.get(encoding)
  if (!kept) {
    const body = compressQuickly(htmlOf(page), encoding)
    page.encoded.set(encoding, { body, isBest: false })
    return body
  }
  if (!kept.isBest && page.isAskedAgain) {
    kept.isBest = true
    void inTurn(() => compressWell(htmlOf(page), encoding)).then(
      (body) => (kept.body = body),
      () => {}, // what there is will do
    )
  }
  return kept.body
}

const htmlOf = ({ encoded }: Page) => zstdDecompressSync(encoded.get('zstd')!.body)

/**
 * The hashes of the inline scripts that carry the nonce, and the page without it. A script that some bug let into the page
 * cannot carry it, as it is made anew for every rendering, so it is not hashed and browsers do not run it.
 */
function hashScripts(page: Buffer, nonce: string) {
  const attribute = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  const pieces: Buffer[] = []
  let done = 0
  for (let at = page.indexOf(attribute); at >= 0; at = page.indexOf(attribute, done)) {
    pieces.push(page.subarray(done, at), emptyNonce)
    done = at + attribute.length
    if (!page.subarray(page.lastIndexOf('<', at)).subarray(0, 8).equals(scriptTag)) continue // such as a preload
    const start = page.indexOf('>', done) + 1
    const script = page.subarray(start, page.indexOf('</script>', start))
    if (script.length > 0) hashes.add(`'sha256-${hash('sha256', script, 'base64')}'`)
  }
  pieces.push(page.subarray(done))
  return { html: Buffer.concat(pieces), hashes: [...hashes] }
}

const scriptTag = Buffer.from('<script ')
const emptyNonce = Buffer.from(' nonce=""') // as the browser's half of the framework expects it
