import { gunzipSync } from 'node:zlib'
import { request } from 'node:http'

import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { sql } from 'kysely'
import robotsParser from 'robots-parser'
import { afterAll, expect, test } from 'vitest'

import { legalPaths } from '#app/access/paths.ts'
import { newId } from '#app/platform/ids.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { cutSitemap } from '#app/posts/sharing/cut-sitemap.job.server.ts'
import { aBook, aNovel, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server.ts'

const publicUrl = 'https://puthi.example'
const { db, url } = await freshDatabase()
const env = { DATABASE_URL: url, LOG_LEVEL: 'error' }
const servers = [
  await startServer({ ...env, PUBLIC_URL: publicUrl }),
  await startServer({ ...env, PUBLIC_URL: publicUrl }),
  await startServer(env),
]
const withoutUrl = 2
afterAll(() => Promise.all(servers.map((server) => server.stop())))

const student = await aStudent(db)
const get = (place: string, n = 0) => fetch(servers[n]!.address + place)

interface Entry {
  loc: string
  lastmod?: string
}
const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'url' || name === 'sitemap' })

/** Reads a file of the sitemap by a parser that we did not write. */
async function read(place: string, n = 0) {
  const answer = await get(place, n)
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(XMLValidator.validate(text)).toBe(true)
  const { urlset, sitemapindex } = parser.parse(text) as Record<
    'urlset' | 'sitemapindex',
    { '@_xmlns': string; url?: Entry[]; sitemap?: Entry[] } | undefined
  >
  const root = urlset ?? sitemapindex!
  expect(root['@_xmlns']).toBe('http://www.sitemaps.org/schemas/sitemap/0.9')
  return root.url ?? root.sitemap ?? []
}

const addressesIn = async (place: string, n = 0) => (await read(place, n)).map(({ loc }) => loc)

let added = 0

/** Adds many posts at once, without the search index and page changes. */
async function addPosts(count: number) {
  const ids = Array.from({ length: count }, () => `01900000-0000-7000-8000-${(added++).toString(16).padStart(12, '0')}`)
  await db.connection().execute(async (one) => {
    await sql`set session_replication_role = replica`.execute(one)
    await sql`
      insert into posts (id, kind, seller_id, name, stream, condition, price_paise, picture1, picture2)
      select id, 'book', ${student.id}, 'Physics', 'Science', 'Good(used)', 49500, 'images/1.jpg', 'images/2.jpg'
      from unnest(${ids}::uuid[]) as added (id)`.execute(one)
    await sql`set session_replication_role = origin`.execute(one)
  })
  return ids
}

test('the sitemap names the pages and every post with its time; hostile names stay in their elements', async () => {
  const names = ['অসমীয়া ব্যাকৰণ & ৰচনা', '</loc></url><script>alert(1)</script>', ']]>&amp;\'"', 'Comments', '\u{1F4DA}']
  const posts = []
  for (const name of names) posts.push(await aBook(db, student, { name }))
  posts.push(await aNovel(db, student))
  const index = await addressesIn('/sitemap.xml')
  expect(index).toEqual([`${publicUrl}/sitemap/pages.xml`, `${publicUrl}/sitemap/1.xml`])
  const found = await read('/sitemap/1.xml')
  expect(found.map(({ loc }) => loc)).toEqual(posts.map((post) => publicUrl + postPath(post)))
  const rows = await db.selectFrom('posts').select('createdAt').orderBy('id').execute()
  expect(found.map(({ lastmod }) => lastmod)).toEqual(rows.map(({ createdAt }) => createdAt.toISOString()))
  for (const { loc } of found) expect(new URL(loc).href).toBe(loc)
  // What it names is what the pages call their canonical address: no redirect.
  for (const { loc } of found)
    expect((await fetch(servers[0]!.address + new URL(loc).pathname, { redirect: 'manual' })).status).toBe(200)
  const pages = await addressesIn('/sitemap/pages.xml')
  expect(pages).toEqual(expect.arrayContaining(['/', '/?tab=books', '/?tab=courses', '/ContactUs', '/login', ...legalPaths].map((path) => publicUrl + path))) // prettier-ignore
  for (const page of pages) expect((await get(page.slice(publicUrl.length))).status).toBe(200)
})

test('a deleted post is gone from the next answer of every process', async () => {
  const post = await aBook(db, student)
  const address = publicUrl + postPath(post)
  for (const n of [0, 1]) expect(await addressesIn('/sitemap/1.xml', n)).toContain(address)
  await db.deleteFrom('posts').where('id', '=', post.id).execute()
  for (const n of [0, 1]) expect(await addressesIn('/sitemap/1.xml', n)).not.toContain(address)
})

test('files have 10,000 posts, and one does not change because of posts in another', async () => {
  await db.deleteFrom('posts').execute()
  const ids = await addPosts(25_000)
  await cutSitemap(db)
  await cutSitemap(db) // nothing to do any more
  expect(await addressesIn('/sitemap.xml')).toEqual(
    ['pages', 1, 2, 3].map((name) => `${publicUrl}/sitemap/${name}.xml`),
  )
  const idsIn = async (number: number) =>
    (await addressesIn(`/sitemap/${number}.xml`)).map((loc) => loc.split('/').at(-2)!)
  const [first, second, third] = [await idsIn(1), await idsIn(2), await idsIn(3)]
  expect([first.length, second.length, third.length]).toEqual([10_000, 10_000, 5_000])
  expect([...first, ...second, ...third]).toEqual(ids)

  await sql`delete from posts where id in (${sql.join(ids.slice(0, 5_000))})`.execute(db)
  const more = await addPosts(3)
  await cutSitemap(db)
  expect(await idsIn(1)).toEqual(first.slice(5_000))
  expect(await idsIn(2)).toEqual(second)
  expect(await idsIn(3)).toEqual([...third, ...more])
  await sql`delete from posts where id = any(${second}::uuid[])`.execute(db)
  expect(await addressesIn('/sitemap.xml')).not.toContain(`${publicUrl}/sitemap/2.xml`) // an empty file is no sitemap
  expect((await get('/sitemap/2.xml')).status).toBe(404)
})

test('it is compressed for those who read gzip', async () => {
  const { hostname, port } = new URL(servers[0]!.address)
  const { encoding, body } = await new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
    const headers = { 'Accept-Encoding': 'gzip' }
    const asked = request({ hostname, port, path: '/sitemap/3.xml', headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(chunks) }))
    })
    asked.on('error', reject)
    asked.end()
  })
  expect(encoding).toBe('gzip')
  expect(gunzipSync(body).toString()).toBe(await (await get('/sitemap/3.xml')).text())
})

test.for([
  '/sitemap/0.xml',
  '/sitemap/99.xml',
  '/sitemap/999999999.xml',
  '/sitemap/9999999999.xml',
  '/sitemap/a.xml',
  '/sitemap/',
])('there is nothing at %s', async (place) => expect((await get(place)).status).toBe(404))

test('without PUBLIC_URL the addresses are those of the request, and no cache may keep them', async () => {
  for (const place of ['/sitemap.xml', '/sitemap/pages.xml', '/robots.txt']) {
    const answer = await get(place, withoutUrl)
    expect(await answer.text()).toContain(servers[withoutUrl]!.address)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
})

test('robots.txt lets crawlers read what visitors read, and keeps them from forms, dialogs and own pages', async () => {
  const text = await (await get('/robots.txt')).text()
  const robots = robotsParser(`${publicUrl}/robots.txt`, text)
  expect(robots.getSitemaps()).toEqual([`${publicUrl}/sitemap.xml`])
  const id = newId()
  const isOpen = (path: string) => robots.isAllowed(publicUrl + path, 'Googlebot')
  const open = [
    '/',
    '/?tab=books',
    '/?tab=books&name=physics',
    '/login',
    '/slogin',
    '/UserSignUp',
    '/sSignup',
    '/ContactUs',
    ...legalPaths,
    `/posts/${id}/physics`,
    `/posts/${id}/comments-on-homer`,
    `/posts/${id}/%E0%A6%85`,
    '/marketing',
    '/share/site.jpg',
    '/assets/app.js',
    '/pictures/images/a.jpg',
    '/sitemap.xml',
    '/sitemap/1.xml',
    `/share/${id}.jpg?v=a`,
    '/favicon.svg',
  ]
  const closed = [
    '/account',
    '/account?delete=on',
    '/account/data',
    '/market',
    '/market?tab=books',
    '/userOrders',
    '/orderlist',
    '/CreatePost',
    '/CreateBooksAndNovels',
    '/AlterPosts?edit=1',
    '/logout',
    '/login?to=%2F',
    `/posts/${id}/buy`,
    `/posts/${id}/physics?share=on`,
    `/posts/${id}/physics?picture=1`,
    `/posts/${id}/comments`,
    `/posts/${id}/preview/1`,
    `/posts/${id}/pdfs/1`,
    `/?tab=books&before=${id}`,
    '/_.data?tab=books',
  ]
  expect(open.filter((path) => !isOpen(path))).toEqual([])
  expect(closed.filter((path) => isOpen(path))).toEqual([])
})
