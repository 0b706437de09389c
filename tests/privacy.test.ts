import { readFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'

import { buyPath, commentsPath } from '#app/access/paths.ts'
import { aBook, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { removeFolder } from '#tests/support/folder.ts'
import { jpeg } from '#tests/support/pictures.ts'
import { temporaryFolder } from '#tests/support/postgres.ts'
import { startServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

const { db, url } = await freshDatabase()
const dataDir = temporaryFolder()
const env = {
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  LOG_LEVEL: 'trace',
  PUBLIC_URL: 'https://puthi.example',
  ASK_AGE: 'on',
}
const server = await startServer(env)
afterAll(async () => {
  await server.stop()
  await removeFolder(dataDir)
})

interface Asking {
  form?: Record<string, string> | FormData
  cookie?: string
}

function ask(address: string, { form, cookie = '' }: Asking = {}) {
  return fetch(server.address + address, {
    method: form ? 'POST' : 'GET',
    headers: { Accept: 'text/html', Origin: 'https://puthi.example', Cookie: cookie },
    redirect: 'manual',
    ...(form && { body: form instanceof FormData ? form : new URLSearchParams(form) }),
  })
}

/** Personal data that the tests enter and then look for in the log; the values occur nowhere else. */
const rina = {
  name: 'Sentinel Rina',
  className: 'sentinel-class',
  collegeName: 'sentinel-college',
  phone: '9123456701',
  email: 'sentinel@rina.example',
  password: 'sentinel-password-1@',
  idType: 'PAN',
  idNumber: 'sentinel-id-number',
  birthYear: String(new Date().getFullYear() - 12),
  guardianName: 'Sentinel Mina',
  guardianAgrees: 'on',
  guardianContact: 'mina@sentinel.example',
}
const stall = {
  name: 'Sentinel Stall',
  district: 'sentinel-district',
  address: 'sentinel-lane 5',
  phone: '9123456702',
  email: 'stall@sentinel.example',
  password: 'sentinel-password-2@',
}
const order = {
  name: 'Sentinel Buyer',
  phone: '9123456703',
  alternativePhone: '9123456704',
  quantity: '1',
  pin: '785641',
  address: 'sentinel-house 9',
  shownPaise: '49500',
}
const request = {
  bookName: 'sentinel-book',
  className: 'sentinel-x',
  stream: 'Arts',
  condition: 'New',
  phone: '9123456705',
  address: 'sentinel-village',
  pin: '785642',
  comment: 'sentinel-wish',
}
const message = { name: 'Sentinel Writer', phone: '9123456706', reason: 'sentinel-reason' }

const logIn = async (at: string, { phone, password }: { phone: string; password: string }) => {
  const answer = await ask(at, { form: { phone, password } })
  expect(answer.status).toBe(303)
  return answer.headers.get('Set-Cookie')!.split(';')[0]!
}

async function signUpStall() {
  const form = new FormData()
  for (const [name, value] of Object.entries(stall)) form.append(name, value)
  form.append('picture', new Blob([await jpeg(40, 30)], { type: 'image/jpeg' }), 'sentinel-file.jpg')
  expect((await ask('/sSignup', { form })).status).toBe(303)
}

/** Makes PostgreSQL refuse every new row during `work`, with an error that quotes the whole row. */
async function refusingRows(tables: string[], work: () => Promise<void>) {
  for (const name of tables)
    await sql`alter table ${sql.table(name)} add constraint no check (false) not valid`.execute(db)
  await work()
  for (const name of tables) await sql`alter table ${sql.table(name)} drop constraint no`.execute(db)
}

async function withoutTables(names: string[], work: () => Promise<void>) {
  for (const name of names) await db.schema.alterTable(name).renameTo(`away_${name}`).execute()
  await work()
  for (const name of names) await db.schema.alterTable(`away_${name}`).renameTo(name).execute()
}

test('no line of the log holds anything about a person, whatever they do and whatever breaks', async () => {
  const book = await aBook(db, await aStudent(db))
  const said = { comment: 'sentinel-comment' }
  const cookies: string[] = []

  await ask('/UserSignUp', { form: { ...rina, email: 'sentinel-broken' } })
  expect((await ask('/UserSignUp', { form: rina })).status).toBe(303)
  await ask('/UserSignUp', { form: rina })
  await signUpStall()
  await ask('/login', { form: { phone: rina.phone, password: 'sentinel-wrong' } })
  const cookie = await logIn('/login', rina)
  cookies.push(cookie, await logIn('/slogin', stall))
  const buying = buyPath(book.id)
  expect((await ask(buying, { form: { ...order, key: crypto.randomUUID() }, cookie })).status).toBe(303)
  expect((await ask(commentsPath(book.id), { form: said, cookie })).status).toBe(303)
  expect((await ask('/?index&request=on', { form: request, cookie })).status).toBe(303)
  expect((await ask('/ContactUs', { form: message, cookie })).status).toBe(200)
  await ask('/?tab=books&name=sentinel-search', { cookie })

  const { picture } = await db.selectFrom('stores').select('picture').executeTakeFirstOrThrow()
  expect(picture).toContain('sentinel-file')
  expect((await ask(`/pictures/${picture}`)).status).toBe(200)
  await ask(`/pictures/${picture.replace('.jpg', '-9.jpg')}`)
  expect((await ask('/profile', { cookie })).status).toBe(200)
  expect((await ask('/profile', { form: { ...rina, district: 'Jorhat' }, cookie })).status).toBe(303)
  const changed = { ...rina, phone: '9123456708', password: 'sentinel-wrong' }
  expect((await ask('/profile', { form: changed, cookie })).status).toBe(401)
  expect((await ask('/account', { cookie })).status).toBe(200)
  expect((await ask('/account/data', { cookie })).status).toBe(200)
  await ask('/account', { form: { password: 'sentinel-wrong' }, cookie })

  await refusingRows(['orders', 'all_comments', 'book_requests', 'contact_messages', 'accounts'], async () => {
    expect((await ask(buying, { form: { ...order, key: crypto.randomUUID() }, cookie })).status).toBe(500)
    expect((await ask(commentsPath(book.id), { form: said, cookie })).status).toBe(500)
    expect((await ask('/?index&request=on', { form: request, cookie })).status).toBe(500)
    expect((await ask('/ContactUs', { form: message, cookie })).status).toBe(500)
    expect((await ask('/UserSignUp', { form: { ...rina, phone: '9123456707' } })).status).toBe(500)
  })
  await withoutTables(['accounts', 'orders'], async () => {
    expect((await ask('/login', { form: rina })).status).toBe(500)
    expect((await ask('/account', { cookie })).status).toBe(500)
    expect((await ask('/account/data', { cookie })).status).toBe(500)
  })

  const { id } = await db.selectFrom('accounts').select('id').where('phone', '=', rina.phone).executeTakeFirstOrThrow()
  expect((await ask(`/sellers/${id}`)).status).toBe(200)
  expect((await ask(`/saved/posts/${book.id}`, { form: { saved: 'on' }, cookie })).status).toBe(303)
  expect((await ask('/saved', { cookie })).status).toBe(200)
  const last = await ask('/no-such-page', { cookie })
  await until(() => server.output().includes(last.headers.get('X-Request-Id')!))
  const values = [rina, stall, order, request, message].flatMap((form) => Object.values(form))
  const personal = new Set([...values, ...cookies.map((one) => one.split('=')[1]!), id, said.comment, '127.0.0.1'])
  personal.add(changed.phone)
  for (const common of ['PAN', '1', '49500', 'Arts', 'New', 'on']) personal.delete(common)
  const lines = server.output().split('\n').filter((line) => line.startsWith('{')) // prettier-ignore
  expect(lines.length).toBeGreaterThan(25)
  expect(lines.filter((line) => line.includes('"level":"error"')).length).toBeGreaterThanOrEqual(8)
  const leaks = [...personal].flatMap((value) =>
    lines.filter((line) => line.includes(value)).map((line) => [value, line]),
  )
  expect(leaks).toEqual([])
  expect(lines.join('\n')).not.toMatch(/sentinel/i) // neither parts of values nor mistyped ones
})

test('a person downloads one file, deletes the account with the password, and is logged out everywhere', async () => {
  const account = { ...rina, phone: '9123456708' }
  await ask('/UserSignUp', { form: account })
  const [here, elsewhere] = [await logIn('/login', account), await logIn('/login', account)]

  const file = await ask('/account/data', { cookie: here })
  expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="puthi-your-data.json"')
  expect(file.headers.get('Cache-Control')).toBe('no-store')
  const kept = (await file.json()) as Record<'account' | 'age', Record<string, string>> & { sessions: unknown[] }
  expect(kept.account).toMatchObject({ name: account.name, phone: account.phone, email: account.email, idType: 'PAN' })
  expect(kept.age).toMatchObject({ guardianName: rina.guardianName, guardianContact: rina.guardianContact })
  expect(kept.sessions).toHaveLength(2)
  expect(JSON.stringify(kept)).not.toContain(rina.idNumber)

  expect((await ask('/account')).headers.get('Location')).toBe('/login?to=%2Faccount')
  expect((await ask('/account', { form: {}, cookie: here })).status).toBe(400)
  const wrong = await ask('/account?delete=on', { form: { password: 'wrong-one' }, cookie: here })
  expect(wrong.status).toBe(401)
  expect(await wrong.text()).toContain('The password is incorrect')
  expect((await ask('/userOrders', { cookie: here })).status).toBe(200)

  const gone = await ask('/account', { form: { password: account.password }, cookie: here })
  expect([gone.status, gone.headers.get('Location')]).toEqual([303, '/account/deleted'])
  expect(gone.headers.get('Set-Cookie')).toMatch(/^__Host-puthi-session=; Path=\/; Max-Age=0; /)
  expect(gone.headers.get('Clear-Site-Data')).toBe('"cache", "storage"')
  for (const cookie of [here, elsewhere]) expect((await ask('/userOrders', { cookie })).status).toBe(302)
  expect((await ask('/login', { form: account })).status).toBe(401)
  expect(await (await ask('/account/deleted')).text()).toContain('Your account is deleted')
  expect((await ask('/UserSignUp', { form: account })).status).toBe(303) // the phone number is free again
})

const security = readFileSync(path.join(import.meta.dirname, '../SECURITY.md'), 'utf8')

/** The first two columns of a table in SECURITY.md, which are formatted as code. */
function tableUnder(title: string) {
  const section = security.split(/^## /m).find((part) => part.startsWith(title))!
  return [...section.matchAll(/^\| `([^`]+)` \| (?:`([^`]+)`)?/gm)].map(
    ([, first, second]) => [first!, second] as const,
  )
}

test('SECURITY.md lists the headers that are sent, no more and no less', async () => {
  const { headers } = await ask('/')
  const plain = new Set([
    'connection',
    'content-encoding',
    'content-length',
    'content-type',
    'date',
    'keep-alive',
    'link',
    'transfer-encoding',
    'vary',
  ])
  const sent = [...headers]
    .filter(([name]) => !plain.has(name))
    .map(([name, value]) => [name, value.replace(/('sha256-[^']+' ?)+/, "'sha256-…'")])
  const listed = tableUnder('Headers').map(([name, value]) => [name.toLowerCase(), value])
  const ofEvery = (rows: (string | undefined)[][]) =>
    new Map(rows.map(([name, value]) => [name, /^(x-request-id|etag)$/.test(name!) ? 'differs' : value]))
  expect(ofEvery(sent)).toEqual(ofEvery(listed))
})

test('SECURITY.md lists the cookies as they are set, and every dependency of the running server', async () => {
  const answer = await ask('/slogin', { form: stall })
  const link = await fetch(`${server.address}/reset-password?token=${'a'.repeat(43)}`, { redirect: 'manual' })
  const set = [...answer.headers.getSetCookie(), ...link.headers.getSetCookie()].map((text) => {
    const [pair, ...attributes] = text.split('; ')
    return [pair!.split('=')[0], attributes.join('; ')]
  })
  expect(set).toEqual(tableUnder('Cookies'))

  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  expect(tableUnder('Dependencies').map(([name]) => name)).toEqual(Object.keys(dependencies))
})
