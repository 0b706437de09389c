import type { Page } from '@playwright/test'
import type { Kysely } from 'kysely'

import { buyPath } from '#app/access/paths.ts'
import type { Tables } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { aBook, aCourse, aNote, aStore, aStudent, makersPassword } from '#database/makers.ts'
import { axe, closeSuccess, expect, phone, test } from '#tests/support/browser.ts'
import { fillOrder, unique } from '#tests/support/fill.ts'
import { jpeg } from '#tests/support/pictures.ts'

/** Uploads pictures and marks them as taken: only taken pictures are served. */
async function threePictures(page: Page, db: Kysely<Tables>, widths = [600, 700, 800], height = 1_000) {
  await page.goto('/login')
  const headers = { Origin: new URL(page.url()).origin }
  const keys: string[] = []
  for (const width of widths) {
    const data = await jpeg(width, height)
    const sent = await page.request.post('/uploads/picture?folder=Bookstores&name=a.jpg', { data, headers })
    keys.push(((await sent.json()) as { key: string }).key)
  }
  await db.updateTable('files').set({ takenAt: new Date() }).where('key', 'in', keys).execute()
  return { picture1: keys[0]!, picture2: keys[1]!, picture3: keys[2]! }
}

test.describe('on a phone', () => {
  test.use(phone)

  test('a visitor follows a link to a book, logs in, and orders it', async ({ page, db }) => {
    const [seller, buyer] = [await aStudent(db), await aStudent(db)]
    const given = { ...(await threePictures(page, db)), sellingPricePaise: 26_000, description: 'Chapter 3 has notes.' }
    const book = await aBook(db, seller, { ...given, name: unique('Concepts of Physics') })
    await page.goto(postPath(book))
    await expect(page.getByRole('heading', { level: 1, name: book.name })).toBeVisible()
    await expect(page.getByText('Chapter 3 has notes.')).toBeVisible()
    await expect(page.getByText('The cover is worn or some pages carry pencil marks.')).toBeVisible()
    await expect(page.getByText('47% off').first()).toBeVisible()
    expect(await axe(page)).toEqual([])

    await page.getByRole('button', { name: 'Buy' }).filter({ visible: true }).click()
    await expect(page.getByText(`Log in to buy ${book.name}`)).toBeVisible()
    await page.getByLabel('Phone Number').fill(buyer.phone)
    await page.getByLabel('Password').fill(makersPassword)
    await page.getByRole('button', { name: 'Login' }).click()
    await closeSuccess(page, 'Login Successful')
    const main = page.getByRole('main')
    await expect(main).toContainText(book.name)
    await fillOrder(page, {})
    await main.getByRole('button', { name: 'Place Order' }).click()
    await closeSuccess(page, 'Book purchased successfully!')
    await expect(page).toHaveURL('/purchases')
    const orders = await db
      .selectFrom('orders')
      .select(['buyerId', 'pricePaise'])
      .where('postId', '=', book.id)
      .execute()
    expect(orders).toEqual([{ buyerId: buyer.id, pricePaise: 26_000 }])
  })

  test('its pictures open in full size, are turned by swiping, and Back closes them', async ({ page, db }) => {
    const book = await aBook(db, await aStudent(db), await threePictures(page, db))
    await page.goto(postPath(book))
    await page.getByRole('link', { name: /picture 2 of 3/ }).click()
    const dialog = page.getByRole('dialog', { name: book.name })
    await expect(dialog.getByRole('button', { name: /picture 2 of 3/ })).toBeInViewport({ ratio: 0.9 })
    await dialog.getByRole('region').evaluate((strip) => strip.scrollBy({ left: strip.clientWidth }))
    await expect(dialog.getByRole('button', { name: /picture 3 of 3/ })).toBeInViewport({ ratio: 0.9 })
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(postPath(book))
  })

  test('at 320 px photographs in landscape are whole, and Buy stands in one row with its price', async ({
    page,
    db,
  }) => {
    const pictures = await threePictures(page, db, [1_600, 1_400, 700])
    const prices = { pricePaise: 1_495_000, sellingPricePaise: 1_226_000 }
    const book = await aBook(db, await aStudent(db), { ...pictures, ...prices })
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(postPath(book))
    for (const number of [1, 2, 3]) {
      const link = page.getByRole('link', { name: `picture ${number} of 3` })
      const { x, width, height } = (await link.boundingBox())!
      expect([number, x >= 0, x + width <= 320]).toEqual([number, true, true])
      expect(width / height).toBeCloseTo(number < 3 ? 4 / 3 : 3 / 4, 1)
    }
    const buy = page.getByRole('button', { name: 'Buy' }).filter({ visible: true })
    expect(await buy.evaluate((button) => button.parentElement!.clientHeight)).toBeLessThan(80)
  })
})

test('pictures are turned and zoomed by keys, and Escape gives the focus back', async ({ page, db }) => {
  const book = await aBook(db, await aStudent(db), await threePictures(page, db, [300, 350, 400], 500))
  await page.goto(postPath(book))
  const first = page.getByRole('link', { name: /picture 1 of 3/ })
  await first.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: book.name })
  const picture = (number: number) => dialog.getByRole('button', { name: `picture ${number} of 3` })
  await expect(picture(1)).toBeInViewport({ ratio: 0.9 })
  expect(await axe(page, 'dialog')).toEqual([])
  const screen = page.viewportSize()!
  const { width, ...box } = (await dialog.boundingBox())!
  expect(box).toEqual({ x: 0, y: 0, height: screen.height })
  expect(width).toBeGreaterThan(screen.width - 20) // the scroll bar keeps its place
  // By the mouse, too.
  await dialog.getByRole('link', { name: 'Next picture' }).click()
  await expect(picture(2)).toBeInViewport({ ratio: 0.9 })
  await expect(page.getByRole('dialog', { name: `2 of 3 · ${book.name}` })).toBeVisible()
  await dialog.getByRole('link', { name: 'Previous picture' }).click()
  await expect(picture(1)).toBeInViewport({ ratio: 0.9 })
  await expect(dialog.getByRole('link', { name: 'Previous picture' })).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(picture(2)).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('ArrowRight')
  await expect(picture(3)).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(picture(2)).toBeInViewport({ ratio: 0.9 })
  const widthOf = async () => (await picture(2).getByRole('img').boundingBox())!.width
  const fitted = await widthOf()
  expect(fitted).toBeGreaterThan((await first.boundingBox())!.width)
  await picture(2).press('Enter')
  await expect(picture(2)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(widthOf).toBeGreaterThan(fitted)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(first).toBeFocused()
})

test('cover and name of a card lead to its page, also of a post that Load More added; Back finds the list as it was', async ({
  page,
  db,
  signIn,
}) => {
  const store = await aStore(db)
  const books = []
  for (let n = 0; n < 14; n++) books.push(await aBook(db, store, { name: unique('Biology') }))
  const oldest = books[0]!
  await signIn(await aStudent(db))
  await page.goto('/?tab=books')
  await page.getByRole('button', { name: 'Load More' }).click()
  await page.getByRole('article', { name: oldest.name }).getByRole('link', { name: oldest.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: oldest.name })).toBeVisible()
  await expect(page.getByText(`Book store · ${store.district} · since`)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/?tab=books') // the post's page has an article of this name, too
  await expect(page.getByRole('heading', { level: 1, name: 'Books' })).toBeVisible()
  await expect(page.getByRole('article', { name: oldest.name })).toBeVisible()
  await page.getByRole('article', { name: oldest.name }).locator('a').first().click()
  await expect(page).toHaveURL(postPath(oldest))
})

test('a student asks on the page, the seller answers by name', async ({ page, db, signIn }) => {
  const store = await aStore(db)
  const { id, name } = await aBook(db, store, { name: unique('Physics') })
  const path = postPath({ id, kind: 'book', name })
  await signIn(await aStudent(db))
  await page.goto(path)
  const section = page.locator('#comments')
  await section.getByRole('button', { name: 'Add Comment' }).click()
  await expect(section.getByText('Comment cannot be empty')).toBeVisible()
  await section.getByLabel('Comment', { exact: true }).fill('Is it still there?')
  await section.getByRole('button', { name: 'Add Comment' }).click()
  await closeSuccess(page, 'Comment added successfully!')
  await expect(section.getByRole('listitem').filter({ hasText: 'Is it still there?' })).toContainText(/\*{28}/)
  await expect(section.getByLabel('Comment', { exact: true })).toHaveValue('')

  await signIn(store)
  await page.goto(path)
  await section.getByLabel('Comment', { exact: true }).fill('It is.')
  await page.keyboard.press('Enter')
  await closeSuccess(page, 'Comment added successfully!')
  const answer = section.getByRole('listitem').filter({ hasText: 'It is.' })
  await expect(answer).toContainText(store.name)
  await expect(answer).toContainText('Seller')
})

test('Share opens the own sheet of the phone with name, price and address', async ({ page, db, site }) => {
  const book = await aBook(db, await aStudent(db), { sellingPricePaise: 26_000 })
  await page.addInitScript(() => {
    navigator.share = async (data) => void Object.assign(window, { shared: data })
  })
  await page.goto(postPath(book))
  await page.getByRole('link', { name: 'Share' }).click()
  const shared = { title: book.name, text: `${book.name}, ₹260`, url: site.address + postPath(book) }
  await expect.poll(() => page.evaluate(() => (window as { shared?: unknown }).shared)).toEqual(shared)
  await expect(page).toHaveURL(postPath(book))
})

test('without a sheet Share offers WhatsApp, and copies the link from a protected page', async ({
  page,
  db,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const book = await aBook(db, await aStudent(db))
  const address = site.address + postPath(book)
  await page.goto(postPath(book))
  await page.getByRole('link', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await expect(dialog.getByLabel('Link')).toHaveValue(address)
  expect(await axe(page, 'dialog')).toEqual([])
  const whatsApp = new URL((await dialog.getByRole('link', { name: 'WhatsApp' }).getAttribute('href'))!)
  expect(whatsApp.searchParams.get('text')).toBe(`${book.name}, ₹495 ${address}`)
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('the seller has Edit and Delete, and sees how often others looked', async ({
  page,
  db,
  signIn,
  site,
  browser,
}) => {
  const seller = await aStudent(db)
  const book = await aBook(db, seller, { name: unique('Physics') })
  const visitor = await browser.newContext({ baseURL: site.address })
  const visit = async () => expect((await visitor.request.get(postPath(book))).status()).toBe(200)
  await visit()
  await visit() // from the page cache
  await visitor.close()
  await signIn(seller)
  await page.goto(postPath(book))
  await page.reload()
  await expect(page.getByText('Seen 2 times by others since you posted it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buy' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Are you sure?' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Edit', exact: true }).filter({ visible: true }).click()
  await expect(page.getByRole('dialog', { name: 'Edit' })).toBeVisible()
})

test('a store looks at a course but cannot buy it, and reads notes in the preview', async ({ page, db, signIn }) => {
  const student = await aStudent(db)
  const [course, note] = [await aCourse(db, student), await aNote(db, student)]
  await signIn(await aStore(db))
  await page.goto(postPath(course))
  await expect(page.getByRole('heading', { level: 1, name: course.name })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buy' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add Comment' })).toHaveCount(0)
  await page.goto(postPath(note))
  await expect(page.getByRole('button', { name: 'Preview' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buy' }).filter({ visible: true })).toBeVisible()
})

test('an old slug leads to the address of today, and a deleted post to a page with similar ones', async ({
  page,
  db,
}) => {
  const student = await aStudent(db)
  const word = unique('Ornithology').replaceAll(' ', '')
  const [gone, similar] = [
    await aBook(db, student, { name: `${word} I` }),
    await aBook(db, student, { name: `${word} II` }),
  ]
  await page.goto(`/posts/${gone.id}/its-old-name`)
  await expect(page).toHaveURL(postPath(gone))
  await page.goto(`/posts/${gone.id}`)
  await expect(page).toHaveURL(postPath(gone))
  await expect(page.getByRole('link', { name: similar.name })).toBeVisible()

  await db.deleteFrom('posts').where('id', '=', gone.id).execute()
  expect((await page.reload())!.status()).toBe(410)
  await expect(page.getByRole('heading', { level: 1, name: 'This post is gone.' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await expect(page.getByLabel('Search for another')).toHaveValue(word.toLowerCase() + ' i')
  await page.getByRole('link', { name: similar.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: similar.name })).toBeVisible()
  expect((await page.request.get(`/posts/${newId()}/x`)).status()).toBe(410)
  expect((await page.request.get('/posts/no-id/x')).status()).toBe(404)
})

test('beside Buy and in its dialog it says how the deal goes on; nobody asks or buys from oneself', async ({
  page,
  db,
  signIn,
}) => {
  const seller = await aStudent(db)
  const [book, note] = [await aBook(db, seller), await aNote(db, seller)]
  const steps = page.getByRole('region', { name: 'How it works' }).getByRole('listitem')
  await signIn(await aStudent(db))
  await page.goto(postPath(note))
  await expect(steps.first()).toHaveText('The order says how to pay the seller')
  await page.goto(postPath(book))
  const ofGoods = ['Nothing to pay now', 'The seller answers within 3 days', 'Meet, look at the book, pay then']
  await expect(steps).toHaveText(ofGoods)
  await expect(page.getByText('Step 2 of 4 from Poor to New')).toHaveCount(1)
  await page.getByRole('button', { name: 'Buy' }).filter({ visible: true }).click()
  await expect(page.getByRole('dialog', { name: 'Buy' }).getByRole('listitem')).toHaveText(ofGoods)
  await signIn(seller)
  await page.goto(postPath(book))
  await expect(page.getByText('No comments yet.')).toBeVisible()
  await expect(page.getByText('Ask the seller')).toHaveCount(0)
  await expect(steps).toHaveCount(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the page is complete: pictures open, a comment is added, and Buy opens its form', async ({
    page,
    db,
    signIn,
  }) => {
    const book = await aBook(db, await aStore(db), { ...(await threePictures(page, db)), name: unique('Physics') })
    await signIn(await aStudent(db))
    await page.goto(postPath(book))
    await page.getByRole('link', { name: /picture 3 of 3/ }).click()
    await expect(page.getByRole('dialog', { name: book.name }).getByRole('img')).toHaveCount(3)
    await page.getByRole('link', { name: 'Previous picture' }).click()
    await expect(page.getByRole('dialog', { name: '2 of 3' })).toBeVisible()
    await page.goto(`${postPath(book)}?share=on`)
    await expect(page.getByLabel('Link')).toHaveValue(new URL(postPath(book), page.url()).href)
    await page.goto(postPath(book))
    await page.getByLabel('Comment', { exact: true }).fill('Is it there?')
    await page.getByRole('button', { name: 'Add Comment' }).click()
    await expect(page.getByText('Comment added successfully!')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Is it there?' })).toBeVisible()
    await page.goto(postPath(book))
    await page.getByRole('button', { name: 'Buy' }).filter({ visible: true }).click()
    await expect(page).toHaveURL(new RegExp(`${buyPath(book.id)}\\??$`))
    await expect(page.getByRole('main')).toContainText(book.name)
  })
})
