import { hash, randomBytes } from 'node:crypto'

import { Hono } from 'hono'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { readConfig } from '#app/platform/config.server.ts'
import { type PageChanges, watchPageChanges } from '#app/rendering/page-changes.server.ts'
import { aBook, aStudent } from '#database/makers.ts'
import type { AppEnv } from '#server/app-options.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { pageCache } from './page-cache.ts'

interface Rendered {
  url: string
  nonce: string
}

interface Site {
  topics?: string[]
  render?: (text: string, rendered: Rendered) => Promise<string>
  status?: number
  /** In place of asking the database what has changed. */
  look?: (pageChanges: () => Promise<PageChanges>) => Promise<PageChanges>
}

async function aSite({
  topics = ['list:book'],
  status = 200,
  render = async (text) => text,
  look = (ask) => ask(),
}: Site = {}) {
  const { db } = await freshDatabase()
  const pageChanges = watchPageChanges(db)
  let count = 0
  const app = new Hono<AppEnv>()
  app.use((c, next) => (c.set('requestId', 'one'), next()))
  app.use(
    pageCache({
      pageChanges: () => look(pageChanges),
      config: readConfig({}),
      isDatabaseUp: () => true,
      metrics: null,
      render: async (url, { nonce }) => {
        count += 1
        const body = await render(`rendering ${count} of ${new URL(url).search}`, { url, nonce })
        return { response: new Response(body, { status, headers: { 'Content-Type': 'text/html' } }), topics }
      },
    }),
  )
  app.all('*', (c) => c.text('not from the cache'))
  return { db, get: async (path: string, headers = {}) => app.request(path, { headers }), rendered: () => count }
}

/** Random hexadecimal text, which compresses to half its size at best. */
const aLongText = (length: number) => randomBytes(length / 2).toString('hex')

test('a page is rendered once until something changes that it shows', async () => {
  const { db, get } = await aSite({ topics: ['list:book', 'seller:1'] })
  const text = async (path: string) => (await get(path)).text()
  expect(await text('/?tab=books')).toBe('rendering 1 of ?tab=books')
  expect(await text('/?tab=books')).toBe('rendering 1 of ?tab=books')
  expect(await text('/?tab=books&before=1')).toBe('rendering 2 of ?tab=books&before=1')
  const change = (topic: string) => sql`insert into page_changes (topic) values (${topic})`.execute(db)
  for (const other of ['list:novel', 'seller:2', 'post:1']) await change(other)
  expect(await text('/?tab=books')).toBe('rendering 1 of ?tab=books')
  await change('list:book')
  expect(await text('/?tab=books')).toBe('rendering 3 of ?tab=books')
  await change('seller:1')
  expect(await text('/?tab=books')).toBe('rendering 4 of ?tab=books')
  expect(await text('/?tab=books')).toBe('rendering 4 of ?tab=books')
})

test('a page that cannot be cached is rendered once for each request, and once for those that wait together', async () => {
  const { get } = await aSite({ status: 410 })
  const pages = await Promise.all([get('/search?q=1'), get('/search?q=1')])
  for (const page of [...pages, await get('/search?q=1', { 'Accept-Encoding': 'gzip' })]) {
    expect([page.status, page.headers.get('ETag')]).toEqual([410, null])
    expect(page.headers.get('Content-Security-Policy')).toContain("script-src 'self'")
  }
  expect(await pages[1].text()).toBe('rendering 1 of ?q=1')
  expect(await (await get('/search?q=1')).text()).toBe('rendering 3 of ?q=1')
})

test('transactions are seen when they commit, in any order', async () => {
  const { db, get } = await aSite()
  const text = async () => (await get('/')).text()
  const [one, two] = [await db.startTransaction().execute(), await db.startTransaction().execute()]
  await aBook(one, await aStudent(one))
  await aBook(two, await aStudent(two))
  expect(await text()).toContain('rendering 1 ')
  await two.commit().execute()
  expect(await text()).toContain('rendering 2 ')
  expect(await text()).toContain('rendering 2 ')
  await one.commit().execute()
  expect(await text()).toContain('rendering 3 ')
  expect(await text()).toContain('rendering 3 ')
})

test('a change during rendering shows on the next request', async () => {
  let changeMeanwhile = async () => {}
  const { db, get } = await aSite({ render: async (text) => (await changeMeanwhile(), text) })
  const seller = await aStudent(db)
  changeMeanwhile = async () => void (await aBook(db, seller))
  expect(await (await get('/')).text()).toContain('rendering 1 ')
  changeMeanwhile = async () => {}
  expect(await (await get('/')).text()).toContain('rendering 2 ')
  expect(await (await get('/')).text()).toContain('rendering 2 ')
})

test('concurrent requests for a missing page share one rendering', async () => {
  const { get, rendered } = await aSite()
  const answers = await Promise.all(Array.from({ length: 50 }, async () => (await get('/?tab=notes')).text()))
  expect(new Set(answers)).toEqual(new Set(['rendering 1 of ?tab=notes']))
  await Promise.all(Array.from({ length: 50 }, () => get('/?tab=courses')))
  expect(rendered()).toBe(2)
})

test('a request after a change does not share a rendering from before it', async () => {
  let waitFor = Promise.resolve()
  const { db, get, rendered } = await aSite({ render: async (text) => (await waitFor, text) })
  const text = async () => (await get('/?tab=notes')).text()
  await get('/')
  const gate = Promise.withResolvers<void>()
  waitFor = gate.promise
  const before = text()
  await expect.poll(rendered).toBe(2)
  waitFor = Promise.resolve()
  await aBook(db, await aStudent(db))
  expect(await text()).toContain('rendering 3 ')
  gate.resolve()
  expect(await before).toContain('rendering 2 ') // requested before the change
  expect(await text()).not.toContain('rendering 2 ') // although that rendering finished last
})

test('a full cache evicts the least recently used pages', async () => {
  const end = aLongText(400_000)
  const { get, rendered } = await aSite({ render: async (text) => text + end })
  for (let n = 0; n < 40; n++) {
    await get('/?tab=books')
    await get(`/?tab=books&before=${n}`)
  }
  expect(rendered()).toBe(41)
  await get('/?tab=books&before=39')
  expect(await (await get('/?tab=books')).text()).toBe(`rendering 1 of ?tab=books${end}`)
  expect(rendered()).toBe(41)
  await get('/?tab=books&before=0')
  expect(rendered()).toBe(42)
})

test('requests with a session cookie, forms and personal pages bypass the cache', async () => {
  const { get, rendered } = await aSite()
  for (const [path, headers] of [
    ['/', { Cookie: 'theme=dark; puthi-session=abc' }],
    ['/', { Cookie: '__Host-puthi-session=abc' }],
    ['/userOrders', {}],
  ] as const) {
    expect(await (await get(path, headers)).text()).toBe('not from the cache')
  }
  expect(rendered()).toBe(0)
})

test('a matching ETag is answered 304 until the page changes', async () => {
  const { db, get } = await aSite({ render: async (text) => text.repeat(100) })
  const first = await get('/', { 'Accept-Encoding': 'gzip' })
  const etag = first.headers.get('ETag')!
  expect(first.headers.get('Content-Encoding')).toBe('gzip')
  const again = await get('/', { 'Accept-Encoding': 'gzip', 'If-None-Match': etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await get('/', { 'Accept-Encoding': 'br', 'If-None-Match': etag })).status).toBe(200)
  await aBook(db, await aStudent(db))
  expect((await get('/', { 'Accept-Encoding': 'gzip', 'If-None-Match': etag })).status).toBe(200)
})

test('the Host header has no influence on the cached page', async () => {
  const { get, rendered } = await aSite({ render: async (_, { url }) => new URL(url).host })
  expect(await (await get('http://evil.example/?tab=books')).text()).not.toContain('evil')
  expect(await (await get('http://puthi.example/?tab=books')).text()).not.toContain('evil')
  expect(rendered()).toBe(1)
})

const hashOf = (script: string) => `'sha256-${hash('sha256', script, 'base64')}'`

test('only scripts of the renderer are allowed by hash, not injected ones', async () => {
  const own = 'window.own = 1'
  const foreign = 'alert(1)'
  const { get } = await aSite({
    render: async (_, { nonce }) =>
      `<p>${foreign}</p><script>${foreign}</script><script nonce="${nonce}" type="text/later">${own}</script>
      <script nonce="">${foreign}</script><script nonce="0">${foreign}</script><script nonce='${foreign}'></script>`,
  })
  const page = await get('/')
  const policy = page.headers.get('Content-Security-Policy')!
  expect(policy).toContain(`script-src 'self' ${hashOf(own)};`)
  expect(policy).not.toContain(hashOf(foreign))
  expect(await page.text()).toContain(`<script nonce="" type="text/later">${own}</script>`)
})

describe('while the database is away', () => {
  /** A site whose database can be away: it refuses, or does not say anything. */
  async function aSiteThatFails() {
    let away: 'refuses' | 'hangs' | null = null
    const site = await aSite({
      look: (pageChanges) => {
        if (away === 'hangs') return new Promise(() => {})
        return away ? Promise.reject(new Error('ECONNREFUSED')) : pageChanges()
      },
      render: async (text) => `<html><body class="page"><p>${text}</p></body></html>`,
    })
    return { ...site, lose: (how: typeof away) => (away = how) }
  }

  test.for(['refuses', 'hangs'] as const)('which %s: a page is shown as it was, and says so', async (how) => {
    const { get, lose, rendered } = await aSiteThatFails()
    await get('/?tab=books')
    lose(how)
    const kept = await get('/?tab=books')
    expect(kept.status).toBe(200)
    expect(kept.headers.get('Cache-Control')).toBe('no-store')
    expect(kept.headers.has('ETag')).toBe(false)
    expect(await kept.text()).toMatch(
      /<body class="page"><p role="status"[^>]*>This page is as of \d+ \w+, [\d:]+ [AP]M\. We are back in a moment\.<\/p><p>rendering 1 of/,
    )
    expect(await (await get('/?tab=novels')).text()).toBe('not from the cache')
    lose(null)
    expect(await (await get('/?tab=books')).text()).not.toContain('as of')
    expect(rendered()).toBe(1)
  })
})
