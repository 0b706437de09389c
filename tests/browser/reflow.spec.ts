import type { Locator, Page } from '@playwright/test'

import { legalPaths } from '#app/access/site-map.ts'
import { tell } from '#app/notices/tell.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { aBook, aCourse, anOrder, aNote, aNovel, aRatedOrder, aStore, aStudent } from '#database/makers.ts'
import { expect, test } from '#tests/support/browser.ts'
import { fillOrder } from '#tests/support/fill.ts'

/** A viewport in CSS pixels, which a zoom of 200 % halves. `font` is the font size that people set in their browser. */
interface View {
  width: number
  height: number
  font: 16 | 32
  /** Enlarges text alone, as some browsers do: media queries do not change with it. */
  text?: '100%' | '200%'
}

const views: View[] = [
  { width: 320, height: 640, font: 16 }, // a small phone, or 1280 px at 400 %
  { width: 195, height: 422, font: 16 }, // a phone at 200 %
  { width: 640, height: 450, font: 16 }, // a desktop at 200 %
  { width: 768, height: 1024, font: 16 }, // the narrowest width with the desktop layout
  { width: 390, height: 844, font: 32 },
  { width: 1280, height: 900, font: 32 },
  { width: 390, height: 844, font: 16, text: '200%' },
  { width: 1280, height: 900, font: 16, text: '200%' },
]

async function show(page: Page, { width, height, font, text = '100%' }: View) {
  const session = await page.context().newCDPSession(page)
  await page.setViewportSize({ width, height })
  await session.send('Page.setFontSizes', { fontSizes: { standard: font } })
  await page.evaluate((size) => (document.documentElement.style.fontSize = size), text)
  const pixels = `${font * (Number.parseInt(text, 10) / 100)}px`
  await page.waitForFunction((size) => getComputedStyle(document.documentElement).fontSize === size, pixels)
  await session.detach()
}

/** Shows each address in each view, and says what does not fit. */
async function misfits(page: Page, addresses: string[]) {
  const found: string[] = []
  for (const address of addresses) {
    await page.goto(address)
    for (const view of views) {
      await show(page, view)
      const wrong = await page.evaluate(findMisfits)
      found.push(...wrong.map((what) => `${address} in ${JSON.stringify(view)}: ${what}`))
    }
  }
  return found
}

function findMisfits() {
  const root = document.documentElement
  const nameOf = (element: Element) => `${element.tagName} ${element.textContent.trim().slice(0, 30)}`
  /** Elements in their own scroll container, such as shelves and tabs, may be wider than the screen. */
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  const open = document.querySelector('dialog[open]')
  const wide = [root, ...document.querySelectorAll('dialog[open]')]
    .filter((box) => box.scrollWidth > box.clientWidth)
    .map((box) => {
      // The text of an element may reach further than its box.
      const reach = (inner: Element) => inner.getBoundingClientRect().left + inner.scrollWidth
      const widest = [...box.querySelectorAll('*')].findLast((inner) => reach(inner) > box.clientWidth + 0.5)
      return `${box.tagName} is ${box.scrollWidth} px wide in ${box.clientWidth}, by ${widest?.outerHTML.slice(0, 120)}`
    })
  const outside = [...(open ?? document).querySelectorAll('a, button, summary, input, select, textarea')]
    .filter(
      (control) => control.checkVisibility() && !control.closest('.sr-only') && (open !== null || !scrolls(control)),
    )
    .filter((control) => {
      const { left, right, width } = control.getBoundingClientRect()
      return width > 0 && (left < -0.5 || right > root.clientWidth + 0.5)
    })
    .map((control) => `${nameOf(control)} is off the screen`)
  // Every field needs room for ten digits.
  const narrow = [
    ...(open ?? document).querySelectorAll(
      'input:not([type=hidden], [type=file], [type=checkbox], [type=radio]), select, textarea',
    ),
  ]
    .filter((field) => field.checkVisibility())
    .filter((field) => field.clientWidth < 6 * Number.parseFloat(getComputedStyle(field).fontSize))
    .map((field) => `${field.getAttribute('name')} is ${field.clientWidth} px wide`)
  return [...wide, ...outside, ...narrow]
}

// Without script the server renders dialogs open: there is nothing to wait for before measuring.
test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('every page fits small screens, zoomed ones and a large font', async ({ page, db, signIn }) => {
    test.slow()
    const [student, store] = [await aStudent(db), await aStore(db)]
    const [book, novel] = [await aBook(db, store), await aNovel(db, student)]
    const [note, course] = [await aNote(db, student), await aCourse(db, student)]
    for (let n = 0; n < 5; n++) await aNote(db, student) // fill a shelf of the home page
    const order = await anOrder(db, {
      ...{ kind: 'novel', postId: novel.id, itemName: novel.name, sellerId: student.id, buyerId: store.id },
    })
    await aRatedOrder(db, { seller: student, buyer: store, words: 'As good as new, and came on time.' })
    await anOrder(db, { sellerId: student.id, buyerId: store.id, state: 'completed' }) // to be rated
    await tell(db, student.id, { event: 'order placed', orderId: order.id })
    await tell(db, store.id, { event: 'order receipt', orderId: order.id })
    const saved = { accountId: student.id, kind: 'book' as const, name: book.name, pricePaise: 50_000 }
    await db
      .insertInto('savedPosts')
      .values([book.id, newId()].map((postId) => ({ ...saved, id: newId(), postId })))
      .execute()

    const found = await misfits(page, [
      ...['/', '/?tab=books', '/?tab=novels', '/?tab=notes', '/?tab=courses', '/?tab=books&name=zzzz'],
      ...['/forgot-password', '/reset-password', '/confirm-email', ...legalPaths],
      ...['/login', '/slogin', '/UserSignUp', '/sSignup', '/ContactUs', '/account/deleted', '/none'],
      ...[postPath(book), `${postPath(note)}?share=on`, `/posts/${newId()}/gone`],
      ...[`/sellers/${student.id}`, `/sellers/${store.id}`, `/sellers/${student.id}/ratings`],
    ])
    await signIn(student)
    found.push(
      ...(await misfits(page, [
        ...['/', `/?tab=books&buy=${book.id}`, `/?tab=courses&buy=${course.id}`, `/?tab=books&comment=${book.id}`],
        ...['/AlterBooksAndNovels?tab=novels', `/AlterBooksAndNovels?tab=notes&edit=${note.id}`],
        ...[
          `/AlterBooksAndNovels?tab=notes&delete=${note.id}`,
          '/CreateBooksAndNovels',
          '/CreateCourseAndNotes?tab=courses',
        ],
        ...[
          '/userOrders',
          `/userOrders?order=${order.id}`,
          `/userOrders?decline=${order.id}`,
          '/purchases',
          '/account',
          '/account?delete=on',
          '/account/security',
        ],
        ...['/profile', '/profile?edit=on', `/AlterBooksAndNovels?tab=novels&edit=${novel.id}`],
        ...[
          `/AlterBooksAndNovels?tab=courses&edit=${course.id}`,
          `/CreateBooksAndNovels?tab=novels&uploaded=${novel.id}&share=on`,
        ],
        ...['/my-requests', '/wanted'],
        ...['/notices', '/account/address', '/saved', '/?tab=notes', '/?tab=books', postPath(book)],
      ])),
    )
    await signIn(store)
    found.push(
      ...(await misfits(page, [
        ...['/', '/?edit=on', '/AlterPosts', `/AlterPosts?edit=${book.id}`, '/orderlist', '/CreatePost?tab=novels'],
        ...['/market', `/market?buy=${note.id}`, '/account', '/notices', '/saved', '/market?tab=notes'],
        ...['/my-requests', '/wanted'],
      ])),
    )
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
    await page.goto(`/?tab=books&buy=${book.id}`)
    await show(page, view)
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
