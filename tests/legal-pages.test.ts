import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { legalPaths } from '#app/access/paths.ts'
import { startSession } from '#app/accounts/sessions.server.ts'
import { aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { testFolder } from '#tests/support/folder.ts'
import { startServer } from '#tests/support/server.ts'
import { start } from '#tests/support/test-server.ts'

const { db, url } = await freshDatabase()
const officer = 'Rina Das; House 7, Panbazar; rina@officer.example; 98640 00000; Monday to Friday, 10 to 5'
const server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'warn', GRIEVANCE_OFFICER: officer })
afterAll(() => server.stop())

const readers = {
  visitor: '',
  student: `puthi-session=${await startSession(db, await aStudent(db))}`,
  store: `puthi-session=${await startSession(db, await aStore(db))}`,
}
const titles = ['Terms of use', 'Privacy notice', 'Grievances', 'Returns between people']
const get = (place: string, cookie = '', address = server.address) =>
  fetch(address + place, { headers: { Cookie: cookie } })

/** What the page says, without the frame around it. */
const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)![0]

test.for(Object.entries(readers))(
  'every legal page opens for a %s, and all of its links lead on',
  async ([, cookie]) => {
    for (const [n, page] of legalPaths.entries()) {
      const answer = await get(page, cookie)
      expect(answer.status).toBe(200)
      const html = await answer.text()
      const main = mainOf(html)
      expect(html).toContain(`<title>${titles[n]} · Puthi</title>`)
      expect(main).toContain(`<h1>${titles[n]}</h1>`)
      expect(main).toContain('Draft. Have a lawyer read it before the site opens.')
      expect(main).not.toMatch(/[{}]/)
      const footer = /<footer.*<\/footer>/s.exec(html)![0]
      for (const to of legalPaths) expect(footer).toContain(`href="${to}"`)

      const links = [...main.matchAll(/href="([^"]+)"/g)].map(([, to]) => to!)
      expect(links.length).toBeGreaterThan(1)
      for (const to of links.filter((link) => link.startsWith('/')))
        expect([to, (await get(to, cookie)).status]).toEqual([to, 200])
      for (const to of links.filter((link) => link.startsWith('#'))) expect(main).toContain(`id="${to.slice(1)}"`)
    }
  },
)

test('the grievances page shows the officer, how to write, and the times', async () => {
  const main = mainOf(await (await get('/grievances')).text())
  for (const part of officer.split('; ')) expect(main).toContain(part)
  for (const to of ['mailto:rina@officer.example', 'tel:9864000000', '/help', '/ContactUs'])
    expect(main).toContain(`href="${to}"`)
  for (const time of ['At once', 'Within 48 hours', 'Within one month'])
    expect(main).toContain(`<strong>${time}</strong>`)
})

test('a store, which has no Contact Us, reads of it without a link', async () => {
  const main = mainOf(await (await get('/grievances', readers.store)).text())
  expect(main).toContain('Contact Us')
  expect(main).not.toContain('href="/ContactUs"')
})

test('every frame leads to the legal pages from its footer', async () => {
  for (const cookie of Object.values(readers)) {
    const footer = /<footer.*<\/footer>/s.exec(await (await get('/', cookie)).text())![0]
    for (const page of legalPaths) expect(footer).toContain(`href="${page}"`)
  }
})

test('visitors get the pages from the cache', async () => {
  for (const page of legalPaths) {
    const etag = (await get(page)).headers.get('ETag')
    expect(etag).toBeTruthy()
    expect((await fetch(server.address + page, { headers: { 'If-None-Match': etag! } })).status).toBe(304)
  }
})

test('an operator’s own text takes the place of ours, without the mark of a draft', async () => {
  const dataDir = testFolder()
  mkdirSync(path.join(dataDir, 'legal'))
  writeFileSync(path.join(dataDir, 'legal/returns.md'), '# No returns\n\n{siteName} takes nothing back.\n')
  const own = await start({ DATABASE_URL: (await freshDatabase()).url, DATA_DIR: dataDir, SITE_NAME: 'Pothighar' })
  const main = mainOf(await (await get('/returns', '', own.address)).text())
  expect(main).toContain('<h1>No returns</h1>')
  expect(main).toContain('Pothighar takes nothing back.')
  expect(main).not.toContain('Draft')
  expect(mainOf(await (await get('/terms', '', own.address)).text())).toContain('Draft')
})
