import { request } from 'node:http'
import { connect } from 'node:net'

import { afterAll, expect, onTestFinished, test } from 'vitest'

import { startSession } from '#app/accounts/sessions.server.ts'
import { aBook, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

const { db, url } = await freshDatabase()
const server = await startServer({ DATABASE_URL: url })
afterAll(() => server.stop())
const { address } = server

test('/healthz reports that the process runs, /readyz that the database answers', async () => {
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
})

test.for([
  ['/', /script-src 'self'( 'sha256-[A-Za-z0-9+/=]{44}')+;/],
  ['/nowhere', /script-src 'self' 'nonce-[A-Za-z0-9+/=]{24}';/],
] as const)('%s has a strict CSP and the other security headers', async ([path, scripts]) => {
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

test('every response has a new nonce, which all its scripts carry', async () => {
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

test('user content cannot break out of the JSON data of a page', async () => {
  const name = '</script><script>alert(1)</script> <!--<script> & \u2028 অ'
  await aBook(db, await aStudent(db), { name })
  const html = await (await fetch(`${address}/?tab=books`)).text()
  const [, loaded] = /<script type="application\/json" id="data-loaded">(.*?)<\/script>/su.exec(html)!
  expect(loaded).not.toContain('<')
  expect(JSON.parse(loaded!)).toContain(name)
})

/** Sends a request without fetch, which would decompress the body. */
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

test.for(['zstd;q=0, br;q=0, gzip;q=0', 'gzip; q=0.000', 'br;Q=0 , gzip;q=0'])(
  'nothing is compressed for Accept-Encoding "%s"',
  async (accepted) => {
    const html = await (await fetch(`${address}/`)).text()
    const asset = /\/assets\/[^"]+\.css/.exec(html)![0]
    for (const path of ['/', '/nowhere', asset]) {
      const { headers } = await raw(path, { 'Accept-Encoding': accepted })
      expect([path, headers['content-encoding']]).toEqual([path, undefined])
    }
  },
)

test('an encoding of weight zero is not chosen', async () => {
  const html = await (await fetch(`${address}/`)).text()
  const asset = /\/assets\/[^"]+\.css/.exec(html)![0]
  for (const path of ['/', '/nowhere', asset]) {
    const { headers } = await raw(path, { 'Accept-Encoding': 'zstd;q=0, br;q=0, gzip;q=0.1' })
    expect([path, headers['content-encoding']]).toEqual([path, 'gzip'])
  }
})

test('assets are immutable, and a missing asset is not cached', async () => {
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
  '%s is not found',
  async (path) => {
    const { status } = await raw(path)
    expect(status).toBe(404)
  },
)

test('the home page is complete before any script', async () => {
  const html = await (await fetch(`${address}/`)).text()
  expect(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)![1]).toBe('Pass the book on.')
  expect(/<main.*<\/main>/s.exec(html)![0]).toContain('Post used books')
  expect(/<footer.*<\/footer>/s.exec(html)![0]).toContain('Students read and buy books and novels here')
})

test('an unknown path is answered with a 404 page', async () => {
  const response = await fetch(`${address}/no-such-page`)
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('This page is not on the shelf.')
})

test('an invalid host is refused for every path', async () => {
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

/** Sends these bytes; resolves to the response once the connection is closed. */
function overSocket(sent: string) {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  return new Promise<string>((resolve, reject) => {
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
    socket.write(sent)
  })
}

test.for(['/healthz', '/livez', '/readyz'])(
  '%s answers load balancers without a Host header or with HTTP/1.0',
  async (path) => {
    for (const head of [
      'HTTP/1.0\r\n',
      'HTTP/1.0\r\nHost: 10.0.0.7\r\n',
      'HTTP/1.1\r\nConnection: close\r\n',
      'HTTP/1.1\r\nHost:\r\nConnection: close\r\n',
    ]) {
      expect(await overSocket(`GET ${path} ${head}\r\n`)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    }
  },
)

test('a page without a host is refused', async () => {
  for (const head of ['HTTP/1.0\r\n', 'HTTP/1.1\r\nConnection: close\r\n']) {
    for (const path of ['/', '/nowhere', '/pictures/images/a.jpg']) {
      expect(await overSocket(`GET ${path} ${head}\r\n`)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    }
  }
})

test.for(['/x%', '/%E0%A4%A', '/posts/%zz/comments', '/x%.data', '/pictures/images/%'])(
  '%s, whose path cannot be decoded, is refused and logged as one line',
  async (path) => {
    const { status, headers } = await raw(path, { Accept: 'text/html' })
    expect(status).toBe(400)
    const id = String(headers['x-request-id'])
    await until(() => server.output().includes(id))
    const others = server.output().split('\n').filter((line) => line && !line.startsWith('{')) // prettier-ignore
    expect(others).toEqual([expect.stringContaining('Puthi is ready at')])
  },
)

test('what an address says is neither the name of a method nor said by the site', async () => {
  const read = async (path: string) => (await fetch(address + path)).text()
  for (const path of ['/search?field=constructor', '/search?class=constructor', '/search?sort=constructor'])
    expect(await read(path)).not.toContain('native code')
  const to = encodeURIComponent('/?book=the number 98640 00000#request')
  for (const path of ['/login', '/UserSignUp']) expect(await read(`${path}?to=${to}`)).not.toContain('98640 00000')
})

test('a query with malformed percent-encoding is accepted', async () => {
  expect((await raw('/?tab=books&name=100%')).status).toBe(200)
})

test('a connection is kept open as long as KEEP_ALIVE_SECONDS says', async () => {
  const other = await startServer({ DATABASE_URL: url, KEEP_ALIVE_SECONDS: '18' })
  onTestFinished(async () => void (await other.stop()))
  const keptFor = async (at: string) => (await fetch(`${at}/healthz`)).headers.get('Keep-Alive')
  expect([await keptFor(address), await keptFor(other.address)]).toEqual(['timeout=75', 'timeout=18'])
})

test('pages of signed-in people, of the team, and answers to forms are not cached', async () => {
  const Cookie = `puthi-session=${await startSession(db, await aStudent(db))}`
  const cacheOf = async (path: string, init: RequestInit = {}) =>
    (await fetch(address + path, { redirect: 'manual', ...init })).headers.get('Cache-Control')
  for (const path of ['/', '/_.data', '/userOrders', '/userOrders.data', '/account', '/nowhere', '/logout']) {
    expect([path, await cacheOf(path, { headers: { Cookie } })]).toEqual([path, 'no-store'])
  }
  for (const path of ['/ContactUs', '/ContactUs.data', '/login', '/uploads/picture', '/logout']) {
    expect([path, await cacheOf(path, { method: 'POST', body: new URLSearchParams() })]).toEqual([path, 'no-store'])
  }
  for (const path of ['/team/login', '/team/tickets']) expect([path, await cacheOf(path)]).toEqual([path, 'no-store'])
  for (const path of ['/', '/_.data', '/login', '/nowhere']) {
    expect([path, await cacheOf(path)]).toEqual([path, 'private, no-cache'])
  }
})

test('logging out clears the browser cache, and for stores the storage', async () => {
  const logOut = async (account: Parameters<typeof startSession>[1]) => {
    const Cookie = `puthi-session=${await startSession(db, account)}`
    return (await fetch(`${address}/logout`, { method: 'POST', headers: { Cookie }, redirect: 'manual' })).headers
  }
  const [student, store] = [await logOut(await aStudent(db)), await logOut(await aStore(db))]
  expect(student.get('Clear-Site-Data')).toBe('"cache"')
  expect(store.get('Clear-Site-Data')).toBe('"cache", "storage"')
  expect(student.get('Set-Cookie')).toMatch(/^puthi-session=; .*Max-Age=0/)
})

test('a locked account deletion answers with Retry-After', async () => {
  const Cookie = `puthi-session=${await startSession(db, await aStudent(db))}`
  const guess = () =>
    fetch(`${address}/account`, {
      method: 'POST',
      headers: { Cookie },
      body: new URLSearchParams({ password: 'wrong' }),
    })
  for (let n = 0; n < 10; n++) expect((await guess()).status).toBe(401)
  const { status, headers } = await guess()
  expect(status).toBe(429)
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
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

test('a form from the same host with another scheme is refused', async () => {
  const send = (origin: string, to = address, headers = {}) =>
    fetch(`${to}/ContactUs`, { method: 'POST', body: new URLSearchParams(), headers: { Origin: origin, ...headers } })
  const secure = address.replace('http:', 'https:')
  expect((await send(address)).status).toBe(400) // accepted, but the form is empty
  expect((await send(secure)).status).toBe(403)
  expect((await send(secure, address, { 'X-Forwarded-Proto': 'https' })).status).toBe(403)

  const env = { DATABASE_URL: url, LOG_LEVEL: 'warn' }
  const behindProxy = await startServer({ ...env, TRUST_PROXY: 'on' })
  onTestFinished(async () => void (await behindProxy.stop()))
  const its = behindProxy.address.replace('http:', 'https:')
  expect((await send(its, behindProxy.address, { 'X-Forwarded-Proto': 'https' })).status).toBe(400)
  expect((await send(behindProxy.address, behindProxy.address, { 'X-Forwarded-Proto': 'https' })).status).toBe(403)

  const published = await startServer({ ...env, PUBLIC_URL: 'https://puthi.example' })
  onTestFinished(async () => void (await published.stop()))
  expect((await send('https://puthi.example', published.address)).status).toBe(400)
  expect((await send('http://puthi.example', published.address)).status).toBe(403)
})

test('a request is logged as one line with its id, without query and person', async () => {
  const response = await fetch(`${address}/login?to=/secret-place&name=sentinel-query`, {
    headers: { Cookie: 'puthi-session=sentinel-cookie' },
  })
  const id = response.headers.get('X-Request-Id')!
  const lines = await until(() => {
    const found = server.output().split('\n').filter((line) => line.includes(id)) // prettier-ignore
    return found.length > 0 && found
  })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'info', method: 'GET', path: '/login', status: 200 })
  expect(server.output()).not.toContain('sentinel')
  expect(server.output()).not.toContain('127.0.0.1"')
})

test('an error is logged once with its request id, without values of the row', async () => {
  await db.schema.alterTable('contactMessages').renameTo('awayMessages').execute()
  const body = new URLSearchParams({ name: 'sentinel-name', phone: '9876500000', reason: 'sentinel-reason' })
  const response = await fetch(`${address}/ContactUs`, { method: 'POST', body, headers: { Accept: 'text/html' } })
  await db.schema.alterTable('awayMessages').renameTo('contactMessages').execute()
  expect(response.status).toBe(500)
  expect(await response.text()).toContain('Something went wrong on our side.')

  const id = response.headers.get('X-Request-Id')!
  const errors = await until(() => {
    const found = server.output().split('\n').filter((line) => line.includes(id) && line.includes('"error"')) // prettier-ignore
    return found.length > 0 && found
  })
  expect(errors).toHaveLength(1)
  expect(errors[0]).toContain('42P01')
  expect(server.output()).not.toMatch(/sentinel|9876500000/)
})
