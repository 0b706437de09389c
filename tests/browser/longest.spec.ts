import type { Page } from '@playwright/test'

import { maxPaise } from '#app/format/money.ts'
import { nameMax, textMax } from '#app/forms/field-rules.ts'
import { newId } from '#app/platform/ids.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { aBook, aCourse, aNote, aNovel, aStore, aStudent } from '#database/makers.ts'
import { expect, phone, test } from '#tests/support/browser.ts'

// As long as the rules allow, without spaces to break at; names in Assamese letters, which are wider than Latin ones.
const name = 'অসমীয়াসাহিত্য'.repeat(nameMax).slice(0, nameMax)
const text = 'Concepts'.repeat(textMax).slice(0, textMax)
const person = { name, className: name, collegeName: name }
const words = { name, authorName: name, className: name, collegeName: name, category: name, description: text }
const prices = { pricePaise: maxPaise, sellingPricePaise: maxPaise - 50 }

/** A saved post: one that is gone if no post has the id, else one that got cheaper. */
const savedBy = (account: { id: string }, postId: string) => ({
  ...{ id: newId(), accountId: account.id, postId, kind: 'book' as const, name, pricePaise: maxPaise },
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

test('no screen scrolls sideways with the longest names, texts and prices', async ({ page, db, signIn }) => {
  const [student, store] = [await aStudent(db, person), await aStore(db, { name, district: name, address: text })]
  const given = { ...words, ...prices }
  const [book, novel] = [await aBook(db, store, given), await aNovel(db, student, given)]
  const [note, course] = [await aNote(db, student, { ...given, discount: 1 }), await aCourse(db, student, given)]
  const said = { id: newId(), postId: book.id, authorId: student.id, comment: text }
  await db.insertInto('comments').values(said).execute()
  const order = {
    ...{ id: newId(), key: crypto.randomUUID(), kind: 'novel' as const, postId: novel.id, itemName: name },
    ...{ sellerId: student.id, buyerId: store.id, authorName: name, description: text },
    ...{ originalPricePaise: maxPaise, pricePaise: maxPaise - 50, quantity: 99 },
    ...{ name, phone: '9876543210', pin: '781001', address: text },
  }
  await db.insertInto('orders').values(order).execute()
  await db.insertInto('savedPosts').values(savedBy(student, book.id)).execute()
  await db.insertInto('savedPosts').values(savedBy(student, newId())).execute()

  const found = await tooWide(page, ['/', '/?tab=books', '/?tab=notes', `/?tab=books&name=${'z'.repeat(nameMax)}`])
  found.push(...(await tooWide(page, [postPath(book), `${postPath(note)}?share=on`])))
  found.push(...(await tooWide(page, [`/sellers/${student.id}`, `/sellers/${store.id}`])))
  await signIn(student)
  const own = '/AlterBooksAndNovels'
  found.push(
    ...(await tooWide(page, [`/?book=${name}`, `/?tab=novels&comment=${book.id}`, `/?tab=courses&buy=${course.id}`])),
    ...(await tooWide(page, [`${own}?tab=notes`, `${own}?tab=notes&edit=${note.id}`, '/userOrders'])),
    ...(await tooWide(page, [`/userOrders?order=${order.id}`, '/profile', '/profile?edit=on', '/saved'])),
    ...(await tooWide(page, [
      '/?tab=books',
      `/sellers/${store.id}`,
      '/search',
      `/search?q=${encodeURIComponent(book.name)}`,
    ])),
    ...(await tooWide(page, [`${own}?edit=${novel.id}`, `/CreateCourseAndNotes?tab=notes&uploaded=${note.id}`])),
  )
  await page.goto(`/?tab=books&buy=${book.id}`)
  await page.setViewportSize(phone.viewport)
  const total = page.getByRole('dialog').locator('strong').last()
  expect(await total.evaluate((number) => number.getClientRects().length)).toBe(1)
  await signIn(store)
  found.push(...(await tooWide(page, ['/', '/AlterPosts', '/market', `/market?buy=${note.id}`])))
  expect(found).toEqual([])
})
