import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'

import { legalPaths } from '#app/access/paths.ts'
import { startSession } from '#app/accounts/sessions.server.ts'
import { aBook, aCourse, aNote, aNovel, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server.ts'

const siteName = 'পোথিঘৰ Pothighar'
const { db, url } = await freshDatabase()
const [student, store] = [
  await aStudent(db, { email: 'student@pothighar.example' }),
  await aStore(db, { email: 'store@pothighar.example' }),
]
for (const make of [aBook, aNovel, aNote, aCourse]) await make(db, student)
const sessions = {
  visitor: '',
  student: `puthi-session=${await startSession(db, student)}`,
  store: `puthi-session=${await startSession(db, store)}`,
}
const server = await startServer({
  DATABASE_URL: url,
  LOG_LEVEL: 'silent',
  SITE_NAME: siteName,
  SUPPORT_EMAIL: 'help@pothighar.example',
  GRIEVANCE_OFFICER: 'Rina Das; Panbazar, Guwahati; rina@pothighar.example; 98640 00000; Monday to Friday, 10 to 5',
})
afterAll(() => server.stop())

const ask = (who: keyof typeof sessions, path: string, method = 'GET') =>
  fetch(server.address + path, { method, headers: { Cookie: sessions[who], Origin: server.address } })

/** The page's source. The site's name must be in its title, and the product's nowhere. */
async function readNamed(who: keyof typeof sessions, path: string, { method = 'GET', status = 200 } = {}) {
  const answer = await ask(who, path, method)
  const page = await answer.text()
  expect(answer.status).toBe(status)
  expect(page.match(/<title>[^<]*<\/title>/g)).toEqual([expect.stringContaining(siteName)])
  expect(page.match(/.{0,40}puthi.{0,40}/gi) ?? []).toEqual([])
  return page
}

test.for([
  '/',
  '/?tab=books',
  '/?tab=novels',
  '/?tab=notes',
  '/?tab=courses',
  '/?tab=books&name=zzzz',
  '/login',
  '/slogin',
  '/UserSignUp',
  '/sSignup',
  '/forgot-password',
  '/ContactUs',
  '/account/deleted',
  ...legalPaths,
])('a visitor reads the site name of the configuration on %s', async (path) => {
  expect(await readNamed('visitor', path)).toContain('help@pothighar.example')
})

test.for([
  '/',
  '/?tab=books',
  '/AlterBooksAndNovels',
  '/CreateBooksAndNovels',
  '/CreateCourseAndNotes?tab=courses',
  '/userOrders',
  '/profile',
  '/profile?edit=on',
  '/account',
  '/account?delete=on',
  '/account/security',
  '/account/address',
  '/notices',
  '/my-requests',
  '/wanted',
  '/ContactUs',
  ...legalPaths,
])('a student reads the site name of the configuration on %s', async (path) => {
  expect(await readNamed('student', path)).toContain('help@pothighar.example')
})

test.for([
  '/',
  '/?edit=on',
  '/AlterPosts',
  '/orderlist',
  '/CreatePost',
  '/market',
  '/account',
  '/account/security',
  '/notices',
  ...legalPaths,
  '/my-requests',
  '/wanted',
])('a store reads the site name of the configuration on %s', async (path) => {
  expect(await readNamed('store', path)).toContain('help@pothighar.example')
})

test('the home page says the name in its title, its description and its words', async () => {
  const page = await readNamed('visitor', '/')
  expect(page).toContain(`<title>${siteName} · books, novels, notes and courses for students in Assam</title>`)
  expect(page).toContain(`Welcome to ${siteName}`)
  const summary = `${siteName} connects students and sellers in Assam`
  expect(page).toContain(`<meta name="description" content="${summary}`)
  expect(page).toContain(`>${summary}`)
})

test('error pages say the name and the contacts, also where the page loaded nothing', async () => {
  const pages = [
    await readNamed('visitor', '/no-such-page', { status: 404 }),
    await readNamed('student', '/orderlist', { status: 404 }), // refused before anything is loaded
    await readNamed('student', '/AlterBooksAndNovels?delete=none', { status: 404, method: 'POST' }),
  ]
  await sql`alter table sessions rename to sessions_away`.execute(db)
  pages.push(await readNamed('student', '/userOrders', { status: 500 }))
  await sql`alter table sessions_away rename to sessions`.execute(db)
  for (const page of pages) expect(page).toContain('help@pothighar.example')
})

test('a form that fails without script leaves one in the frame of whoever is signed in', async () => {
  const page = await readNamed('student', '/AlterBooksAndNovels?delete=none', { status: 404, method: 'POST' })
  expect(page).toContain('Logout')
})

test('the file of the own data is named after the site, in any script', async () => {
  const file = await ask('student', '/account/data')
  expect(file.headers.get('Content-Disposition')).toBe(
    `attachment; filename="_-pothighar-your-data.json"; filename*=UTF-8''${encodeURIComponent('পোথিঘৰ-pothighar-your-data.json')}`,
  )
})
