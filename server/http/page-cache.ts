import { hash, randomUUID } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'

import type { Context, MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'

import { siteMap } from '#app/access/site-map.ts'
import { hasSessionCookie } from '#app/accounts/session-cookie.server.ts'
import { markKept } from '#app/layout/kept-page.ts'
import { bounded } from '#app/platform/bounded.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import type { Metrics } from '#app/platform/metrics.server.ts'
import { type PageChanges, pageMaxAgeMs } from '#app/rendering/page-changes.server.ts'
import { bodyOf } from '#app/rendering/page-response.server.ts'
import type { AppEnv } from '#server/app-options.ts'

import { type Encoding, encodingFor } from './accepted-encoding.ts'
import { compressQuickly, compressWell } from './compress-pages.ts'
import { requestPathsOf } from './request-paths.ts'
import { headersOf } from './security-headers.ts'

interface Page {
  /** A page that is not 200 is sent to all who wait for it, and not cached. */
  status: number
  /** A redirect has none. */
  hasBody: boolean
  /** The count of changes at the time of rendering. */
  asOf: number
  /** What it shows: see rendering/changes-with.ts. */
  topics: readonly string[]
  at: number
  isAskedAgain: boolean
  /** Size for the LRU limit, including encodings that may be added: each is about as large as the first. */
  bytes: number
  etag: string
  headers: Record<string, string>
  /** Always has zstd, from which the other encodings and the plain HTML are made. */
  encoded: Map<Encoding, { body: Uint8Array<ArrayBuffer>; isBest: boolean }>
}

interface Options {
  /** See page-changes.server.ts. */
  pageChanges: () => Promise<PageChanges>
  config: Config
  isDatabaseUp: () => boolean
  metrics: Pick<Metrics, 'noteLook'> | null
  /**
   * Renders the page for an anonymous visitor; its own inline scripts carry the nonce. `position`: see PageChanges. Null: it is to be
   * answered without the cache.
   */
  render: (
    url: string,
    how: { nonce: string; requestId: string; position: string | null },
  ) => Promise<{ response: Response; topics: string[] } | null>
}

const cachedPaths = siteMap
  .filter(({ isCached }) => isCached)
  .flatMap(({ path }) => requestPathsOf(path).map(patternOf))

/** A regular expression: matching `URLPattern`s took 7 % of the time of a post that is not cached. */
function patternOf(pathname: string) {
  return new RegExp(`^${pathname.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+')}$`)
}

function mayBeCached(address: string) {
  const [pathname] = address.split('?', 1)
  return cachedPaths.some((path) => path.test(pathname!))
}

/** A database that does not say within this time what has changed counts as away. */
const lookMaxMs = 2_000

const maxBytes = 12 * 1024 * 1024
const maxAddress = 300

/**
 * Serves visitors pages that are rendered once per change. A page is rendered from the cache key (path and query)
 * alone, so nothing else of a request, such as its Host header, can get into it. Its inline scripts are allowed by
 * hashes, not by a nonce. While the database is away, visitors get the page as it was, with a line that says so.
 */
export function pageCache({ pageChanges, config, isDatabaseUp, metrics, render }: Options): MiddlewareHandler<AppEnv> {
  const cache = new LRUCache<string, Page>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes })
  const rendering = new Map<string, Promise<Page | null>>()
  const security = headersOf(config)

  return async (c, next) => {
    if (c.req.method !== 'GET' || hasSessionCookie(c.req.header('cookie'))) return next()
    const { url } = c.req.raw
    const address = url.slice(url.indexOf('/', 8))
    if (address.length > maxAddress || namesHost(address) || !(cache.has(address) || mayBeCached(address)))
      return next()

    const changes = isDatabaseUp() ? await look() : null
    if (changes === null) {
      const kept = cache.get(address)
      // Data cannot say as of when it is. Otherwise the page's own rendering reports that the database is away.
      return kept?.headers['content-type']?.startsWith('text/html') ? sendKept(c, kept) : next()
    }
    const cached = findCached(address, changes)
    c.set('cache', cached ? 'hit' : 'miss')
    const page = cached ?? (await renderOnce(address, changes, c.get('requestId')))
    return page ? send(c, page) : next()
  }

  /** Without PUBLIC_URL the dialog of Share has the address that the visitor is at, which may be any. */
  function namesHost(address: string) {
    return config.publicUrl === null && /[?&]share=/.test(address)
  }

  /** What has changed; null: the database does not say. */
  async function look() {
    const silence = Promise.withResolvers<null>()
    const timer = setTimeout(silence.resolve, lookMaxMs, null)
    const started = performance.now()
    const seen = await Promise.race([pageChanges(), silence.promise]).catch(() => null)
    clearTimeout(timer)
    metrics?.noteLook(seen ? 'seen' : 'failed', (performance.now() - started) / 1_000)
    return seen
  }

  /** The cached page, unless something that it shows has changed since. */
  function findCached(address: string, { haveChanged }: PageChanges) {
    const page = cache.get(address)
    if (!page || haveChanged(page.topics, page.asOf) || performance.now() - page.at > pageMaxAgeMs) return null
    page.isAskedAgain = true
    return page
  }

  /** Concurrent requests for a missing page share one rendering. */
  function renderOnce(address: string, changes: PageChanges, requestId: string) {
    const key = `${changes.count} ${address}`
    const begun = rendering.get(key)
    if (begun) return begun
    const page = renderPage(address, changes, requestId).finally(() => rendering.delete(key))
    rendering.set(key, page)
    void page.then(
      (whole) => whole?.status === 200 && cache.set(address, whole),
      () => {},
    )
    return page
  }

  async function renderPage(
    address: string,
    { count: asOf, position }: PageChanges,
    requestId: string,
  ): Promise<Page | null> {
    const at = performance.now()
    const nonce = randomUUID()
    const page = await render((config.publicUrl ?? 'http://localhost') + address, { nonce, requestId, position })
    if (!page) return null
    const { response } = page
    if (response.headers.has('Set-Cookie')) return null
    const rendered = await bodyOf(response)
    const { html, hashes } = hashScripts(rendered ?? Buffer.alloc(0), nonce)
    const headers = {
      ...Object.fromEntries(response.headers),
      ...security(hashes.join(' ')),
      Vary: 'Accept-Encoding, Cookie',
    }
    const body = copyOf(compressQuickly(html, 'zstd'))
    const etag = hash('sha256', body, 'base64url').slice(0, 22) // of the compressed body, which is smaller
    const encoded: Page['encoded'] = new Map([['zstd', { body, isBest: false }]])
    return {
      status: response.status,
      hasBody: rendered !== null,
      at,
      isAskedAgain: false,
      asOf,
      topics: page.topics,
      bytes: 3 * body.length + 2_000,
      etag,
      headers,
      encoded,
    }
  }

  function sendKept(c: Context<AppEnv>, page: Page) {
    c.set('hasAllHeaders', true)
    c.set('cache', 'kept')
    const body = markKept(htmlOf(page), new Date(performance.timeOrigin + page.at), new Date())
    const headers = { ...page.headers, 'Cache-Control': 'no-store', 'X-Request-Id': c.get('requestId') }
    return new Response(new Uint8Array(body), { headers })
  }

  function send(c: Context<AppEnv>, page: Page) {
    c.set('hasAllHeaders', true)
    const { status } = page
    const headers: Record<string, string> = { ...page.headers, 'X-Request-Id': c.get('requestId') }
    if (!page.hasBody) return new Response(null, { status, headers })
    const encoding = encodingFor(c.req.header('accept-encoding'))
    const etag = `"${page.etag}-${encoding ?? 'identity'}"`
    if (status === 200) headers.ETag = etag
    if (status === 200 && c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
    const body = encoding ? encode(page, encoding) : htmlOf(page)
    if (encoding) headers['Content-Encoding'] = encoding
    headers['Content-Length'] = String(body.length)
    return new Response(body, { status, headers })
  }
}

const inTurn = bounded(1) // each job holds megabytes, also while it waits for a thread

/** Compresses quickly for the first request; the second one starts better compression for all that follow. */
function encode(page: Page, encoding: Encoding) {
  const kept = page.encoded.get(encoding)
  if (!kept) {
    const body = copyOf(compressQuickly(htmlOf(page), encoding))
    page.encoded.set(encoding, { body, isBest: false })
    return body
  }
  if (!kept.isBest && page.isAskedAgain) {
    kept.isBest = true
    void inTurn(() => compressWell(htmlOf(page), encoding)).then(
      (body) => (kept.body = copyOf(body)),
      () => {}, // the quick compression stays
    )
  }
  return kept.body
}

/** A copy: zlib's result is a view of a much larger buffer, which would stay in memory. */
const copyOf = (compressed: Buffer) => new Uint8Array(compressed)

const htmlOf = ({ encoded }: Page) => zstdDecompressSync(encoded.get('zstd')!.body)

/**
 * Hashes the inline scripts that carry the nonce, and blanks the nonce in the page. A script injected by a bug cannot
 * carry it, since it is random for every rendering: it is not hashed, and browsers do not run it.
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
const emptyNonce = Buffer.from(' nonce=""') // as React expects it in the browser
