import { hash } from 'node:crypto'

import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import type { Db } from '#app/platform/db.server.ts'
import { addRating } from '#app/ratings/add-rating.server.ts'
import { answerRating } from '#app/ratings/answer-rating.server.ts'
import { countWords } from '#app/posts/search/count-words.job.server.ts'
import { giveBackCopies, takeCopies } from '#app/posts/selling/stock.server.ts'
import { aBook, aNote, aNovel, anOrder, aStore, aStudent } from '#database/makers.ts'
import { showCopies } from '#tests/support/copies.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server.ts'

test('a search that fails is tried once', async () => {
  const { db, url } = await freshDatabase()
  const server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'warn' })
  onTestFinished(async () => void (await server.stop()))
  await sql`create sequence tries`.execute(db)
  await sql`
    create or replace function search_words(phrase text) returns text[] language plpgsql as $$
    begin
      perform nextval('tries');
      raise exception 'broken';
    end
    $$`.execute(db)
  const response = await fetch(`${server.address}/search?q=physics`)
  expect(response.status).toBe(500)
  const { rows } = await sql`select last_value::int as tries from tries`.execute(db)
  expect(rows).toEqual([{ tries: 1 }])
  const id = response.headers.get('X-Request-Id')!
  const errors = server.output().split('\n').filter((line) => line.includes(id) && line.includes('"error"')) // prettier-ignore
  expect(errors).toHaveLength(1)
})

test('words that come into the dictionary of the search change what searches find, and no other page', async () => {
  const { db, url } = await freshDatabase()
  const server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'warn' })
  onTestFinished(async () => void (await server.stop()))
  await aNote(db, await aStudent(db), { name: 'Optics' }) // of books copies are grouped meanwhile
  const searches = ['/search?q=opti', '/search/suggestions?q=opti', '/?tab=books&name=opti']
  const others = ['/', '/?tab=notes']
  const get = (paths: string[]) => Promise.all(paths.map((path) => fetch(server.address + path)))
  const etags = async () => (await get(others)).map(({ headers }) => headers.get('etag'))
  await get(searches)
  const before = await etags()
  await countWords(db)
  for (const found of await get(searches)) expect(await found.text()).toContain('Optics')
  expect(await etags()).toEqual(before)
})

test('two processes show on the next request what is sold out, and what is for sale again', async () => {
  const { db, url } = await freshDatabase()
  const servers = await Promise.all([1, 2].map(() => startServer({ DATABASE_URL: url, LOG_LEVEL: 'warn' })))
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop()))))
  const store = await aStore(db)
  const { id } = await aBook(db, store, { name: 'Optics', copies: 3 })
  const expectAll = async (inLists: boolean, onPage: string) => {
    for (const { address } of servers) {
      const read = async (path: string) => (await fetch(address + path)).text()
      for (const list of ['/?tab=books', '/', `/sellers/${store.id}`, '/?tab=books&name=optics', '/search?q=optics'])
        expect([list, (await read(list)).includes('aria-label="Optics"')]).toEqual([list, inLists])
      expect(await read(`/posts/${id}/optics`)).toContain(onPage)
    }
  }
  const inTransaction = (deed: (db: Db) => Promise<unknown>) => db.transaction().execute(deed)
  await expectAll(true, '3 copies left')
  await inTransaction((transaction) => takeCopies(transaction, id, 2))
  await expectAll(true, 'Only 1 copy left')
  await inTransaction((transaction) => takeCopies(transaction, id, 1))
  await expectAll(false, 'Sold out')
  await inTransaction((transaction) => giveBackCopies(transaction, id, 2))
  await expectAll(true, 'Only 2 copies left')
})

test('a rating changes the pages that show its seller, by the next request to any process, and no others', async () => {
  const { db, url } = await freshDatabase()
  const [rated, other] = [await aStore(db), await aStore(db)]
  const optics = await aBook(db, rated, { name: 'Optics', isbn: '9788173000001' })
  const novel = await aNovel(db, other, { name: 'Rongmili' })
  // Not by the jobs, between two looks.
  await countWords(db)
  await showCopies(db, [optics, novel])
  const servers = await Promise.all([1, 2].map(() => startServer({ DATABASE_URL: url, LOG_LEVEL: 'warn' })))
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop()))))
  const shows = [
    '/?tab=books',
    '/?tab=books&name=optics',
    '/search?q=optics',
    `/posts/${optics.id}/optics`,
    `/sellers/${rated.id}`,
    `/sellers/${rated.id}/ratings`,
  ]
  const others = ['/?tab=novels', '/search?q=rongmili', `/posts/${novel.id}/rongmili`, `/sellers/${other.id}`, '/']
  const etags = async (paths: string[]) =>
    Promise.all(
      servers.flatMap(({ address }) => paths.map(async (path) => (await fetch(address + path)).headers.get('ETag'))),
    )
  const expectMark = async (mark: string) => {
    for (const { address } of servers)
      for (const path of shows)
        expect([path, (await (await fetch(address + path)).text()).includes(mark)]).toEqual([path, true])
  }
  const rate = async (stars: number) => {
    const buyer = await aStudent(db)
    const order = await anOrder(db, { sellerId: rated.id, buyerId: buyer.id, deal: 'file', state: 'completed' })
    const said = { asPromised: null, communication: null, useful: null, words: '' }
    await addRating(db, buyer, { rates: order.id, key: crypto.randomUUID(), stars, ...said })
    return order.id
  }
  const [before, ofOthers] = [await etags(shows), await etags(others)]
  expect(await etags(shows)).toEqual(before) // nothing has changed yet
  const orderId = await rate(5)
  await expectMark('5.0 of 5 stars')
  await rate(2)
  await expectMark('3.5 of 5 stars')
  const [onRatings] = await etags([`/sellers/${rated.id}/ratings`])
  await answerRating(db, rated, { orderId, words: 'Thank you' })
  expect((await etags([`/sellers/${rated.id}/ratings`]))[0]).not.toBe(onRatings)
  expect(await etags(others)).toEqual(ofOthers)
})

test('the page of a post is not rendered anew while others post, but when a post that it shows is edited', async () => {
  const { db, url } = await freshDatabase()
  const [seller, other] = [await aStudent(db), await aStudent(db)]
  const optics = await aBook(db, seller, { name: 'Optics' })
  const alike = await aBook(db, other, { name: 'Optics, solved' })
  await countWords(db)
  await showCopies(db, [optics, alike])
  const server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'warn' })
  onTestFinished(async () => void (await server.stop()))
  const page = async () => (await fetch(`${server.address}/posts/${optics.id}/optics`)).text()
  const rename = (id: string, name: string) => db.updateTable('posts').set({ name }).where('id', '=', id).execute()

  expect(await page()).toContain('Optics, solved')
  const later = await aBook(db, other, { name: 'Optics made easy' })
  expect(await page()).not.toContain('Optics made easy')
  await rename(alike.id, 'Optics, explained')
  expect(await page()).toContain('Optics, explained')
  expect(await page()).toContain('Optics made easy')
  await rename(later.id, 'Optics made hard')
  expect(await page()).toContain('Optics made hard')
  await db.deleteFrom('posts').where('id', '=', alike.id).execute()
  expect(await page()).not.toContain('Optics, explained')
})

test('exactly the scripts of a real page are allowed', async () => {
  const { url } = await freshDatabase()
  const server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'warn' })
  onTestFinished(async () => void (await server.stop()))
  const page = await fetch(`${server.address}/`)
  const scripts = [...(await page.text()).matchAll(/<script([^>]*)>(.*?)<\/script>/gs)]
    .filter(([, attributes, text]) => text !== '' && !attributes!.includes('application/json'))
    .map(([, , text]) => `'sha256-${hash('sha256', text!, 'base64')}'`)
  const [, allowed] = /script-src 'self' ([^;]*);/.exec(page.headers.get('Content-Security-Policy')!)!
  expect(new Set(allowed!.split(' '))).toEqual(new Set(scripts))
  expect(scripts.length).toBeGreaterThan(1)
})

test('two processes on one database show every change on the next request, and allow no script by nonce', async () => {
  const { db, url } = await freshDatabase()
  const servers = await Promise.all([1, 2].map(() => startServer({ DATABASE_URL: url, LOG_LEVEL: 'warn' })))
  const seller = await aStudent(db)
  for (let n = 0; n < 20; n++) {
    const { id, name } = await aBook(db, seller, { name: `Physics ${n}` })
    for (const { address } of servers) {
      const page = await fetch(`${address}/?tab=books`)
      expect(page.headers.get('Content-Security-Policy')).toMatch(/script-src 'self' 'sha256-[^;]+'; style-src/)
      const html = await page.text()
      expect(html).toContain(`aria-label="${name}"`)
      expect(html).not.toMatch(/nonce="[^"]/)
    }
    await db.deleteFrom('posts').where('id', '=', id).execute()
    for (const { address } of servers) expect(await (await fetch(`${address}/?tab=books`)).text()).not.toContain(name)
  }
  await Promise.all(servers.map((server) => server.stop()))
})

test('two processes show every change of a seller on the next request, as a page and as data', async () => {
  const { db, url } = await freshDatabase()
  const servers = await Promise.all([1, 2].map(() => startServer({ DATABASE_URL: url, LOG_LEVEL: 'warn' })))
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop()))))
  const [store, other] = [await aStore(db, { name: 'Luit Pustak' }), await aStore(db)]
  const addresses = ({ id }: { id: string }) =>
    servers.flatMap(({ address }) => [`/sellers/${id}`, `/sellers/${id}.data`].map((path) => address + path))
  const answersOf = async (seller: { id: string }) =>
    Promise.all(addresses(seller).map(async (address) => (await fetch(address)).text()))
  const expectAll = async (shown: string, gone = '\0') => {
    for (let time = 0; time < 2; time++) {
      const answers = await answersOf(store)
      expect(answers.map((text) => [text.includes(shown), text.includes(gone)])).toEqual(
        answers.map(() => [true, false]),
      )
    }
  }
  await expectAll('Luit Pustak')
  const { id } = await aBook(db, store, { name: 'Physics' })
  await expectAll('Physics')
  await db.updateTable('posts').set({ name: 'Chemistry' }).where('id', '=', id).execute()
  await expectAll('Chemistry', 'Physics')
  await db.updateTable('stores').set({ address: 'Garali' }).where('accountId', '=', store.id).execute()
  await expectAll('Garali', 'Panbazar')
  await db.updateTable('accounts').set({ name: 'Siphung', phone: '9864000000' }).where('id', '=', store.id).execute()
  await expectAll('Siphung', 'Luit Pustak')
  await expectAll('9864000000', store.phone)
  await db.deleteFrom('posts').where('id', '=', id).execute()
  await expectAll('Siphung', 'Chemistry')

  await answersOf(other) // without a post, whose deletion would be noted
  await db.deleteFrom('accounts').where('id', 'in', [store.id, other.id]).execute()
  for (const seller of [store, other]) {
    const statuses = await Promise.all(addresses(seller).map(async (address) => (await fetch(address)).status))
    expect(statuses).toEqual([404, 404, 404, 404])
  }
})
