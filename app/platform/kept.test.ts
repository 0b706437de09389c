import { expect, test } from 'vitest'

import { startSession } from '#app/accounts/sessions.server.ts'
import { aBook, aCourse, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server.ts'

test('a page put together from what was rendered before is the page that is rendered anew, for everyone', async () => {
  const { db, url } = await freshDatabase()
  const [student, store] = [await aStudent(db), await aStore(db)]
  const books = [await aBook(db, store, { name: 'Physics <b>&' }), await aBook(db, student, { name: 'অসমীয়া ব্যাকৰণ' })]
  await aCourse(db, await aStudent(db))
  const nobody = 'not-a-session' // a page of visitors, but from no cache
  const [asStudent, asStore] = [await startSession(db, student), await startSession(db, store)]
  const pages = [
    ...[nobody, asStudent].flatMap((who) =>
      ['/', '/?tab=books', '/?tab=courses', '/?tab=books&name=physics', '/none'].map((path) => ({ who, path })),
    ),
    ...['/market?tab=courses', '/market?tab=books'].map((path) => ({ who: asStore, path })),
  ]
  const read = async (address: string, { who, path }: (typeof pages)[number]) => {
    const answer = await fetch(address + path, { headers: { Cookie: `puthi-session=${who}` } })
    const html = (await answer.text()).replaceAll(/nonce="[^"]*"/g, '')
    const formKey = /name="key" value="([^"]+)"/.exec(html)?.[1] // another one each time the form is shown
    return formKey ? html.replaceAll(formKey, 'KEY') : html
  }
  const readAll = async (address: string, order: typeof pages) => {
    const texts = new Map<string, string>()
    for (const page of order) texts.set(`${page.path} ${page.who}`, await read(address, page))
    return texts
  }
  const [one, other] = await Promise.all([1, 2].map(() => startServer({ DATABASE_URL: url, LOG_LEVEL: 'warn' })))

  const first = await readAll(one!.address, pages)
  const differing = (again: typeof first) =>
    [...first].filter(([page, text]) => again.get(page) !== text).map(([page]) => page)
  expect(differing(await readAll(one!.address, pages))).toEqual([])
  expect(differing(await readAll(other!.address, pages.toReversed()))).toEqual([])
  expect([...first.values()].join('')).not.toContain('<template')
  expect(first.get(`/?tab=courses ${asStudent}`)).toContain('name="buy"')
  expect(first.get(`/market?tab=courses ${asStore}`)).not.toContain('name="buy"')

  await db.updateTable('posts').set({ sellingPricePaise: 12_300 }).where('id', '=', books[0]!.id).execute()
  expect(await read(one!.address, { who: asStudent, path: '/?tab=books' })).toContain('₹123')
  await Promise.all([one!.stop(), other!.stop()])
})
