import { ReadableStream as NodeReadableStream } from 'node:stream/web'

import type { Context } from 'hono'

import { siteMap } from '#app/access/site-map.ts'
import { bounded } from '#app/platform/bounded.server.ts'
import { browseTabs } from '#app/posts/browse-tabs.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import {
  findSitemapFile,
  listSitemapFiles,
  listSitemapPosts,
  type SitemapPost,
} from '#app/posts/sharing/sitemap-queries.server.ts'
import type { AppEnv, AppOptions } from '#server/app-options.ts'

import { encodingFor } from './accepted-encoding.ts'
import { originOf } from './refuse-other-sites.ts'

const filePath = /^\/sitemap\/(pages|[1-9]\d{0,8})\.xml$/
const rowsPerQuery = 250
/** The protocol's limit for a file. */
const maxUrls = 50_000

/**
 * The sitemap for search engines: an index, a file of pages, and files of posts (sitemap-queries.server.ts). It is read
 * from the database at each request, so it has no deleted post. Its addresses are absolute: without PUBLIC_URL they have
 * the request's own origin, which is no danger, as nothing keeps the answer for others.
 */
export function sitemap({ searchDb, config }: Pick<AppOptions, 'searchDb' | 'config'>) {
  const inTurn = bounded(1) // takes one of the four connections for searches

  async function index(c: Context<AppEnv>) {
    const origin = originOf(c, config)
    const files = await inTurn(() => listSitemapFiles(searchDb))
    const entries = files.map(({ number, newestAt }) => entry('sitemap', `${origin}/sitemap/${number}.xml`, newestAt))
    return send(c, whole('sitemapindex', [entry('sitemap', `${origin}/sitemap/pages.xml`), ...entries]))
  }

  async function file(c: Context<AppEnv>) {
    const name = filePath.exec(c.req.path)?.[1]
    if (!name) return notFound(c)
    const origin = originOf(c, config)
    if (name === 'pages') {
      const entries = pagePaths.map((path) => entry('url', origin + path))
      return send(c, whole('urlset', entries))
    }
    const found = await inTurn(() => findSitemapFile(searchDb, Number(name)))
    if (!found) return notFound(c)
    const listAfter = (afterId: string) =>
      inTurn(() => listSitemapPosts(searchDb, { afterId, upToId: found.upToId }, rowsPerQuery))
    const first = await listAfter(found.afterId)
    return first.length > 0 ? send(c, postUrls(origin, first, listAfter)) : notFound(c)
  }

  return { index, file }
}

/** Reads on only as fast as the client takes what was sent. */
async function* postUrls(origin: string, first: SitemapPost[], listAfter: (id: string) => Promise<SitemapPost[]>) {
  yield start('urlset')
  let posts = first
  for (let sent = 0; posts.length > 0 && sent < maxUrls; sent += rowsPerQuery) {
    yield posts.map((post) => entry('url', origin + postPath(post), post.createdAt)).join('')
    posts = posts.length < rowsPerQuery ? [] : await listAfter(posts.at(-1)!.id)
  }
  yield end('urlset')
}

/** What visitors can open, besides posts: the lists, and the cached pages that have no parameter. */
const pagePaths = [
  '/',
  ...browseTabs.map(({ name }) => `/?tab=${name}`),
  ...siteMap.filter(({ path, isCached }) => isCached && path !== '/' && !path.includes(':')).map(({ path }) => path),
]

type Root = 'sitemapindex' | 'urlset'

const start = (root: Root) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`
const end = (root: Root) => `</${root}>\n`
const whole = (root: Root, entries: string[]) => [start(root), ...entries, end(root)]

const entry = (element: 'sitemap' | 'url', address: string, at?: Date) =>
  `<${element}><loc>${escapeXml(address)}</loc>${at ? `<lastmod>${at.toISOString()}</lastmod>` : ''}</${element}>\n`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escapeXml = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => entities[letter]!)

const notFound = (c: Context<AppEnv>) =>
  c.text('Not found', 404, { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })

function send(c: Context<AppEnv>, parts: Iterable<string> | AsyncIterable<string>) {
  const isGzip = encodingFor(c.req.header('accept-encoding'), ['gzip']) !== null
  const headers = {
    'Content-Type': 'application/xml; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Encoding',
    ...(isGzip && { 'Content-Encoding': 'gzip' }),
  }
  if (c.req.method === 'HEAD') return new Response(null, { headers })
  const text = NodeReadableStream.from(parts) as ReadableStream<string>
  const bytes = text.pipeThrough(new TextEncoderStream())
  return new Response(isGzip ? bytes.pipeThrough(new CompressionStream('gzip')) : bytes, { headers })
}
