import { afterAll, expect, test } from 'vitest'

import { freshDatabase } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server.ts'

const { db, url } = await freshDatabase()
const server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'trace' })
afterAll(() => server.stop())

const password = 'sentinel-password-1@'
const idNumber = 'sentinel-id-number'
const student = {
  name: 'Anu Das',
  className: 'HS',
  collegeName: 'Cotton',
  phone: '9876543210',
  email: 'anu@puthi.example',
  password,
  idType: 'PAN',
  idNumber,
}

const answers: string[] = []

async function ask(path: string, { form, cookie = '' }: { form?: Record<string, string>; cookie?: string } = {}) {
  const response = await fetch(server.address + path, {
    method: form ? 'POST' : 'GET',
    headers: { Accept: path.includes('.data') ? '*/*' : 'text/html', Cookie: cookie },
    redirect: 'manual',
    ...(form && { body: new URLSearchParams(form) }),
  })
  answers.push(JSON.stringify([...response.headers]), await response.text())
  return response
}

test('a password, its hash and an id number appear in no answer, log line or error', async () => {
  for (const suffix of ['', '.data']) {
    await ask(`/UserSignUp${suffix}`, { form: { ...student, email: 'wrong' } }) // refused: the form echoes its values
    await ask(`/login${suffix}`, { form: { phone: student.phone, password } }) // refused: not signed up yet
  }
  await ask('/UserSignUp', { form: student })
  await ask('/UserSignUp', { form: student }) // refused: the phone is taken
  await ask('/UserSignUp.data', { form: student })
  await ask('/sSignup', { form: { ...student, district: 'Kamrup' } })
  await ask('/login', { form: { phone: student.phone, password: `${password}-wrong` } })
  const { headers } = await ask('/login', { form: { phone: student.phone, password } })
  const cookie = headers.get('Set-Cookie')!.split(';')[0]!
  for (const path of ['/', '/_root.data', '/userOrders', '/AlterBooksAndNovels', '/no-such-page', '/login']) {
    await ask(path, { cookie })
  }

  await db.schema.alterTable('accounts').renameTo('awayAccounts').execute()
  await ask('/UserSignUp', { form: { ...student, phone: '9876543211' } })
  await ask('/login', { form: { phone: student.phone, password } })
  await db.schema.alterTable('awayAccounts').renameTo('accounts').execute()

  const { passwordHash, sealedIdNumber } = await db
    .selectFrom('students')
    .innerJoin('accounts', 'accounts.id', 'accountId')
    .select(['passwordHash', 'sealedIdNumber'])
    .executeTakeFirstOrThrow()
  expect(sealedIdNumber).toMatch(/^v1\./) // stored, so it could have leaked
  expect(answers.join('\n')).toContain('Anu Das')
  const seen = answers.join('\n') + server.output()
  for (const secret of [
    password,
    encodeURIComponent(password),
    idNumber,
    sealedIdNumber!,
    passwordHash,
    passwordHash.split('$').at(-1)!,
  ]) {
    expect(seen.includes(secret)).toBe(false)
  }
  expect(server.output()).toContain('"level":"error"')
})

test('a request with a forged, swapped or truncated cookie counts as a visitor', async () => {
  const { headers } = await ask('/login', { form: { phone: student.phone, password } })
  const [name, token] = headers.get('Set-Cookie')!.split(';')[0]!.split('=') as [string, string]
  const isStudent = async (cookie: string) => (await ask('/userOrders', { cookie })).status === 200

  expect(await isStudent(`${name}=${token}`)).toBe(true)
  const forged = [
    `${name}=${token.slice(0, -1)}`,
    `${name}=${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    `${name}=${token}x`,
    `${name}=`,
    `${name}="${token}"`,
    `userId=${token}`,
    `__Host-${name}=${token}`,
    `BookstoreId=1; userName=Anu`,
  ]
  for (const cookie of forged) expect([cookie, await isStudent(cookie)]).toEqual([cookie, false])
})

test('the cookie is HttpOnly, and a log-in ends the previous session', async () => {
  const first = await ask('/login', { form: { phone: student.phone, password } })
  const [set] = first.headers.getSetCookie() as [string]
  expect(first.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^puthi-session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^puthi-browser=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/),
  ])

  const cookie = set.split(';')[0]!
  const second = await ask('/login', { form: { phone: student.phone, password }, cookie })
  expect(second.headers.getSetCookie()[0]!.split(';')[0]).not.toBe(cookie)
  expect((await ask('/userOrders', { cookie })).status).toBe(302) // the old session has ended
})

test('behind HTTPS the cookie is Secure and has the __Host- prefix', async () => {
  const secure = await startServer({ DATABASE_URL: url, PUBLIC_URL: 'https://puthi.example' })
  const response = await fetch(`${secure.address}/login`, {
    method: 'POST',
    headers: { Accept: 'text/html', Origin: 'https://puthi.example' },
    redirect: 'manual',
    body: new URLSearchParams({ phone: student.phone, password }),
  })
  await secure.stop()
  expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-puthi-session=[\w-]{43}; Path=\/; .*; Secure$/)
  expect(response.headers.get('Strict-Transport-Security')).toBe('max-age=31536000')
})
