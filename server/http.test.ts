import { request } from 'node:http'

import { afterAll, expect, test, vi } from 'vitest'

import { aBook, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server.ts'

const { db, url } = await freshDatabase()
const server = await startServer({ DATABASE_URL: url })
afterAll(() => server.stop())
const { address } = server

test('health says that the process lives, readiness that the database answers', async () => {
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
})

test.for([
  ['/', /script-src 'self'( 'sha256-[A-Za-z0-9+/=]{44}')+;/],
  ['/nowhere', /script-src 'self' 'nonce-[A-Za-z0-9+/=]{24}';/],
] as const)('%s carries a strict policy and the other security headers', async ([path, scripts]) => {
  const { headers } = await fetch(address + path)
  const policy = headers.get('Content-Security-Policy')!
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(scripts)
  expect(policy.match(/script-src[^;]*/)![0]).not.toContain('unsafe')
  expect(policy).toContain("frame-ancestors 'none'")
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('X-Frame-Options')).toBe('DENY')
  expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
  expect(headers.get('Cache-Control')).toBe('private, no-cache')
})

test('no nonce is served twice, and every script that the page runs carries its own', async () => {
  const pages = await Promise.all([1, 2, 3].map(() => fetch(`${address}/nowhere`)))
  const nonces = await Promise.all(
    pages.map(async (page) => {
      const nonce = /'nonce-([^']+)'/.exec(page.headers.get('Content-Security-Policy')!)![1]!
      const html = await page.text()
      const run = html.match(/<script(?![^>]* (?:src=|type="application\/json"))[^>]*>/g)!
      for (const script of run) expect(script).toContain(`nonce="${nonce}"`)
      return nonce
    }),
  )
  expect(new Set(nonces).size).toBe(3)
})

test('what somebody posts cannot end the part of the page that holds what was loaded', async () => {
  const name = '</script><script>alert(1)</script> <!--<script> & \u2028 অ'
  await aBook(db, await aStudent(db), { name })
  const html = await (await fetch(`${address}/?tab=books`)).text()
  const [, loaded] = /<script type="application\/json" id="loaded">(.*?)<\/script>/su.exec(html)!
  expect(loaded).not.toContain('<')
  expect(JSON.parse(loaded!)).toContainEqual(expect.stringContaining(JSON.stringify(name)))
})

/** Node's own fetch unpacks what it gets; here the bytes on the wire matter. */
function raw(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; bytes: number }>(
    (resolve, reject) => {
      const asked = request(`${address}${path}`, { method, headers }, (response) => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => (bytes += chunk.length))
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, bytes }))
      })
      asked.on('error', reject)
      asked.end()
    },
  )
}

test.for(['br', 'gzip'])('pages and assets are compressed with %s', async (encoding) => {
  const html = await (await fetch(`${address}/`)).text()
  const asset = /\/assets\/[^"]+\.css/.exec(html)![0]
  for (const path of ['/', asset]) {
    const plain = await raw(path)
    const packed = await raw(path, { 'Accept-Encoding': encoding })
    expect(packed.headers['content-encoding']).toBe(encoding)
    expect(packed.headers.vary).toContain('Accept-Encoding')
    expect(packed.bytes).toBeLessThan(plain.bytes / 2)
    expect(plain.headers['content-encoding']).toBeUndefined()
  }
})

test('assets never change under their name, and a name that is gone is not cached', async () => {
  const html = await (await fetch(`${address}/`)).text()
  const asset = /\/assets\/[^"]+\.js/.exec(html)![0]
  const { headers } = await fetch(address + asset)
  expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect((await fetch(address + asset, { headers: { 'If-None-Match': headers.get('ETag')! } })).status).toBe(304)

  const gone = await fetch(`${address}/assets/gone-12345678.js`)
  expect(gone.status).toBe(404)
  expect(gone.headers.get('Cache-Control')).toBe('no-store')
})

test.for(['/assets/../../package.json', '/assets/..%2f..%2fpackage.json', '/%2e%2e/package.json', '/assets/'])(
  '%s leads to no file',
  async (path) => {
    const { status } = await raw(path)
    expect(status).toBe(404)
  },
)

test('an address that does not exist is a page of the product with status 404', async () => {
  const response = await fetch(`${address}/no-such-page`)
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('This page is not on the shelf.')
})

test('a host that is none is refused, whatever is asked of it', async () => {
  for (const path of ['/', '/login', '/pictures/images/a.jpg', '/assets/none.js']) {
    const status = await new Promise((resolve, reject) => {
      const sent = request(address + path, { headers: { Host: '99999999999999999999' } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      sent.on('error', reject).end()
    })
    expect(status).toBe(400)
  }
  expect(server.output()).not.toContain('"level":"error"')
})

test('a body that is too large or of unknown length is refused', async () => {
  const send = (body: BodyInit, extra: RequestInit = {}) =>
    fetch(`${address}/ContactUs`, { method: 'POST', body, ...extra })
  expect((await send(new URLSearchParams({ reason: 'a'.repeat(300_000) }))).status).toBe(413)
  expect((await send(new Blob(['a']).stream(), { duplex: 'half' } as RequestInit)).status).toBe(411)
})

test('a form from another site is refused', async () => {
  const body = new URLSearchParams({ name: 'Mallory', phone: '9876543210', reason: 'x' })
  const headers = { Origin: 'https://evil.example' }
  for (const place of ['/ContactUs', '/ContactUs.data']) {
    expect((await fetch(address + place, { method: 'POST', body, headers })).status).toBe(403)
  }
  expect((await fetch(`${address}/ContactUs`, { headers })).status).toBe(200)
  expect(server.output()).not.toContain('"level":"error"')
  expect(await db.selectFrom('contactMessages').select('id').where('name', '=', 'Mallory').execute()).toEqual([])
})

test('a request is one line with its id, without what was asked for or who asked', async () => {
  const response = await fetch(`${address}/login?to=/secret-place&name=sentinel-query`, {
    headers: { Cookie: 'puthi-session=sentinel-cookie' },
  })
  const id = response.headers.get('X-Request-Id')!
  const lines = await vi.waitUntil(() => {
    const found = server.output().split('\n').filter((line) => line.includes(id)) // prettier-ignore
    return found.length > 0 && found
  })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'info', method: 'GET', path: '/login', status: 200 })
  expect(server.output()).not.toContain('sentinel')
  expect(server.output()).not.toContain('127.0.0.1"')
})

test('what goes wrong is logged once with its request, without the values of the row', async () => {
  await db.schema.alterTable('contactMessages').renameTo('awayMessages').execute()
  const body = new URLSearchParams({ name: 'sentinel-name', phone: '9876500000', reason: 'sentinel-reason' })
  const response = await fetch(`${address}/ContactUs`, { method: 'POST', body, headers: { Accept: 'text/html' } })
  await db.schema.alterTable('awayMessages').renameTo('contactMessages').execute()
  expect(response.status).toBe(500)
  expect(await response.text()).toContain('Something went wrong on our side.')

  const id = response.headers.get('X-Request-Id')!
  const errors = await vi.waitUntil(() => {
    const found = server.output().split('\n').filter((line) => line.includes(id) && line.includes('"error"')) // prettier-ignore
    return found.length > 0 && found
  })
  expect(errors).toHaveLength(1)
  expect(errors[0]).toContain('42P01')
  expect(server.output()).not.toMatch(/sentinel|9876500000/)
})
