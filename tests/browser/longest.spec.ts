import type { Page } from '@playwright/test'
import { type Kysely, sql } from 'kysely'

import { buyPath, commentsPath } from '#app/access/paths.ts'
import { maxPaise } from '#app/format/money.ts'
import { nameMax, textMax } from '#app/forms/field-rules.ts'
import type { Tables } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import {
  aBook,
  aBookRequest,
  aCourse,
  anOrder,
  aNote,
  aNovel,
  aRatedOrder,
  aSavedSearch,
  aStore,
  aStudent,
} from '#database/makers.ts'
import { expect, phone, test } from '#tests/support/browser.ts'

// As long as the rules allow, without spaces to break at; names in Assamese letters, which are wider than Latin ones.
const name = 'অসমীয়াসাহিত্য'.repeat(nameMax).slice(0, nameMax)
const text = 'Concepts'.repeat(textMax).slice(0, textMax)
const person = { name, className: name, collegeName: name }
const words = { name, authorName: name, className: name, collegeName: name, category: name, description: text }
const prices = { pricePaise: maxPaise, sellingPricePaise: maxPaise - 50 }

/** A saved post: one that is gone if no post has the id, else one that got cheaper. */
const savedBy = (account: { id: string }, postId: string) => ({
  id: newId(),
  accountId: account.id,
  postId,
  kind: 'book' as const,
  name,
  pricePaise: maxPaise,
})

/** Pages and dialogs whose content is wider than they are, at the width of a phone and of a desktop. */
async function tooWide(page: Page, addresses: string[]) {
  const found: string[] = []
  for (const address of addresses) {
    await page.goto(address)
    for (const width of [phone.viewport.width, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      const wide = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('dialog')]
          .filter((box) => box.scrollWidth > box.clientWidth)
          .map(({ tagName, scrollWidth }) => `${tagName} ${scrollWidth}`),
      )
      found.push(...wide.map((what) => `${address} at ${width}: ${what}`))
    }
  }
  return found
}

// Without script the server renders dialogs open: there is nothing to wait for before measuring.
test.use({ ...phone, javaScriptEnabled: false })

/** A market whose every name, text and price is the longest. */
async function longestMarket(db: Kysely<Tables>) {
  const [student, store] = [await aStudent(db, person), await aStore(db, { name, district: name, address: text })]
  const given = { ...words, ...prices }
  const [book, novel] = [await aBook(db, store, given), await aNovel(db, student, given)]
  const [note, course] = [await aNote(db, student, { ...given, discount: 1 }), await aCourse(db, student, given)]
  const said = { id: newId(), postId: book.id, authorId: student.id, comment: text }
  await db.insertInto('comments').values(said).execute()
  const order = await anOrder(db, {
    kind: 'novel',
    postId: novel.id,
    itemName: name,
    sellerId: student.id,
    buyerId: store.id,
    authorName: name,
    description: text,
    name,
    address: text,
    originalPricePaise: maxPaise,
    pricePaise: maxPaise - 50,
    quantity: 99,
  })
  await aRatedOrder(db, { seller: student, buyer: store, itemName: name, words: text })
  await db.insertInto('savedPosts').values(savedBy(student, book.id)).execute()
  await db.insertInto('savedPosts').values(savedBy(student, newId())).execute()
  const asked = await aBookRequest(db, student, { bookName: name, className: name, comment: text })
  await aBookRequest(db, await aStudent(db), { bookName: name, className: name, comment: text })
  await aSavedSearch(db, student, { q: name })
  await sql`
    insert into matches (want_id, post_id) select id, ${book.id} from wants where book_request_id = ${asked.id}`.execute(
    db,
  )
  return { student, store, book, novel, note, course, order }
}

test.describe('with the longest names, texts and prices no screen scrolls sideways', () => {
  test('of a visitor', async ({ page, db }) => {
    const { student, store, book, note } = await longestMarket(db)
    const found = await tooWide(page, [
      '/',
      '/?tab=books',
      '/?tab=notes',
      `/?tab=books&name=${'z'.repeat(nameMax)}`,
      postPath(book),
      `${postPath(note)}?share=on`,
      `/sellers/${student.id}`,
      `/sellers/${store.id}`,
      `/sellers/${student.id}/ratings`,
    ])
    expect(found).toEqual([])
  })

  test('of a student', async ({ page, db, signIn }) => {
    const { student, store, book, novel, note, course, order } = await longestMarket(db)
    await signIn(student)
    const own = '/AlterBooksAndNovels'
    const found = await tooWide(page, [
      `/?book=${name}`,
      commentsPath(book.id),
      buyPath(course.id),
      '/?tab=books',
      `${own}?tab=notes`,
      `${own}?tab=notes&edit=${note.id}`,
      `${own}?edit=${novel.id}`,
      '/userOrders',
      `/userOrders?order=${order.id}`,
      '/profile',
      '/profile?edit=on',
      '/saved',
      '/my-requests',
      '/wanted?district=',
      '/notices',
      `/sellers/${store.id}`,
      '/search',
      `/search?q=${encodeURIComponent(book.name)}`,
      `/CreateCourseAndNotes?tab=notes&uploaded=${note.id}`,
    ])
    expect(found).toEqual([])
  })

  test('of a store', async ({ page, db, signIn }) => {
    const { store, note, order } = await longestMarket(db)
    await signIn(store)
    const found = await tooWide(page, [
      '/',
      '/AlterPosts',
      '/market',
      '/purchases',
      `/purchases?cancel=${order.id}`,
      buyPath(note.id),
    ])
    expect(found).toEqual([])
  })
})

test('the longest total stands on one line of the purchase form', async ({ page, db, signIn }) => {
  const { student, book } = await longestMarket(db)
  await signIn(student)
  await page.goto(buyPath(book.id))
  const total = page.getByRole('main').locator('strong').last()
  expect(await total.evaluate((number) => number.getClientRects().length)).toBe(1)
})
