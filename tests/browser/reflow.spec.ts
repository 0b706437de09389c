import type { Locator } from '@playwright/test'

import { buyPath, commentsPath } from '#app/access/paths.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { aBook, anOrder, aNote, aStore, aStudent } from '#database/makers.ts'
import { expect, test } from '#tests/support/browser.ts'
import { fillOrder } from '#tests/support/fill.ts'
import { misfits, show, type View } from '#tests/support/reflow.ts'

// Without script the server renders dialogs open: there is nothing to wait for before measuring.
test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('pages and dialogs of each frame fit small screens, zoomed ones and a large font', async ({
    page,
    db,
    signIn,
  }) => {
    const [student, store] = [await aStudent(db), await aStore(db)]
    const [book, note] = [await aBook(db, store), await aNote(db, student)]
    await anOrder(db, { kind: 'book', postId: book.id, itemName: book.name, sellerId: store.id, buyerId: student.id })
    const views: View[] = [
      { width: 320, height: 640, font: 16 },
      { width: 195, height: 422, font: 16 }, // a phone at 200 %
      { width: 1280, height: 900, font: 32 },
    ]
    const found = await misfits(page, ['/', '/?tab=books', '/login', '/UserSignUp', postPath(book)], views)
    await signIn(student)
    const ofStudents = [buyPath(book.id), commentsPath(book.id), '/purchases', '/account']
    found.push(...(await misfits(page, [...ofStudents, '/CreateBooksAndNovels'], views)))
    await signIn(store)
    const ofStores = ['/', `/AlterPosts?edit=${book.id}`, '/orderlist', buyPath(note.id), '/CreatePost']
    found.push(...(await misfits(page, ofStores, views)))
    expect(found).toEqual([])
  })
})

/** Whether an element is on the screen from top to bottom, with nothing over it. */
const isInSight = (locator: Locator) =>
  locator.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const points = [top + 2, (top + bottom) / 2, bottom - 2].map((y) => [(left + right) / 2, y] as const)
    return points.every(([x, y]) => element.contains(document.elementFromPoint(x, y)))
  })

for (const view of [
  { width: 195, height: 422, font: 16 }, // a phone at 200 %
  { width: 640, height: 360, font: 16 }, // a desktop at 200 %
  { width: 390, height: 844, font: 32 },
  { width: 390, height: 844, font: 16, text: '200%' },
  { width: 390, height: 844, font: 16 },
  { width: 1280, height: 900, font: 16 },
] satisfies View[]) {
  const name = `${view.width} × ${view.height} px, font ${view.font} px${'text' in view ? ', text alone at 200 %' : ''}`

  test(`at ${name} the error of a field is in sight, and the order can be placed`, async ({ page, db, signIn }) => {
    const book = await aBook(db, await aStore(db))
    await signIn(await aStudent(db))
    await page.goto(postPath(book))
    await show(page, view) // before the dialog opens: container queries keep the font size of then
    await page.getByRole('button', { name: 'Buy' }).filter({ visible: true }).click()
    await fillOrder(page)
    const dialog = page.getByRole('dialog', { name: 'Buy' })
    await dialog.getByLabel('PIN').fill('12')
    await dialog.getByRole('button', { name: 'Place Order' }).click()
    await expect(dialog.getByLabel('PIN')).toBeFocused()
    await expect.poll(() => isInSight(dialog.getByText('PIN is 6 digits'))).toBe(true)
    expect(await isInSight(dialog.getByLabel('PIN'))).toBe(true)
    await dialog.getByLabel('PIN').fill('781001')
    await dialog.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Success' })).toBeVisible()
  })
}

test("with a large font the menu is on a phone's screen, and its last link can be reached", async ({ page }) => {
  await page.goto('/')
  await show(page, { width: 390, height: 844, font: 32 })
  const menu = page.getByText('Menu', { exact: true })
  expect(await isInSight(menu)).toBe(true)
  await menu.click()
  const last = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact Us' })
  await last.scrollIntoViewIfNeeded()
  expect(await isInSight(last)).toBe(true)
  await last.click()
  await expect(page).toHaveURL('/ContactUs')
})
