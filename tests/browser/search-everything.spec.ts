import type { Page } from '@playwright/test'

import { postPath } from '#app/posts/page/post-path.ts'
import { aBook, aNote, aStore, aStudent } from '#database/makers.ts'
import { axe, closeSuccess, expect, phone, test } from '#tests/support/browser.ts'
import { showCopies } from '#tests/support/copies.ts'
import { fillOrder } from '#tests/support/fill.ts'

/** A word that no other test posts. */
const aWord = () => Array.from({ length: 12 }, () => 'abcdefghiklmnoprstuw'[Math.floor(Math.random() * 20)]).join('')

const names = (page: Page) => page.getByRole('article').evaluateAll((all) => all.map((one) => one.ariaLabel))
const box = (page: Page) => page.getByRole('combobox', { name: 'Search books, novels, notes and courses' })
const status = (page: Page, text: string) => expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()

test('the key / is not lost while the page is being hydrated', async ({ page }) => {
  await page.addInitScript(() => {
    const pressOnceTakenOver = () => {
      if (Object.keys(document).some((key) => key.startsWith('__reactContainer$')))
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }))
      else later.port2.postMessage(null)
    }
    // Messages come sooner than timers: hydration has begun by the first that sees it, and has not ended.
    const later = new MessageChannel()
    later.port1.addEventListener('message', pressOnceTakenOver)
    later.port1.start()
    pressOnceTakenOver()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForLoadState('load')
  await page.mouse.wheel(0, 10)
  await expect(page).toHaveURL('/search')
})

test('a choice made without pointer or key, as by voice, starts the script and is kept', async ({ page, db }) => {
  const word = aWord()
  const student = await aStudent(db)
  await aBook(db, student, { name: `${word} Part 1`, pricePaise: 20_000 })
  await aBook(db, student, { name: `${word} Part 2`, pricePaise: 10_000 })
  await page.setViewportSize({ width: 1280, height: 2000 }) // scrolling would start the script
  await page.goto(`/search?q=${word}`, { waitUntil: 'commit' })
  await page.waitForLoadState('load')
  await page.getByLabel('Sort').selectOption('Price, low first')
  await expect(page).toHaveURL(`/search?q=${word}&sort=price`)
  await expect.poll(() => names(page)).toEqual([`${word} Part 2`, `${word} Part 1`])
})

test('a visitor narrows a search, sorts it, and Back undoes each step', async ({ page, db }) => {
  const word = aWord()
  const [student, store] = [await aStudent(db, { district: 'Jorhat' }), await aStore(db, { district: 'Guwahati' })]
  await aBook(db, student, { name: `${word} Part 1`, pricePaise: 20_000 })
  await aBook(db, store, { name: `${word} Part 2`, pricePaise: 10_000, condition: 'Poor(Used)' })
  await aNote(db, student, { name: `${word} notes`, pricePaise: 5_000 })

  await page.goto('/')
  await page.keyboard.press('/')
  await expect(page).toHaveURL('/search')
  const field = box(page)
  await expect(field).toBeFocused()
  await field.fill(word)
  await field.press('Enter')
  await status(page, '3 results')
  await expect(page.getByRole('link', { name: 'Books 2' })).toBeVisible()
  expect(await axe(page)).toEqual([])

  await page.getByRole('link', { name: 'Books 2' }).click()
  await status(page, '2 results')
  await page.getByLabel('Sort').selectOption('Price, low first')
  await expect(page).toHaveURL(`/search?q=${word}&kind=book&sort=price`)
  await expect.poll(() => names(page)).toEqual([`${word} Part 2`, `${word} Part 1`])
  await page.getByRole('checkbox', { name: 'Jorhat 1' }).check()
  await status(page, '1 result')
  expect(await names(page)).toEqual([`${word} Part 1`])
  await expect(page).toHaveURL(`/search?q=${word}&kind=book&district=Jorhat&sort=price`)

  await page.goBack()
  await status(page, '2 results')
  await expect(page.getByRole('checkbox', { name: 'Jorhat 1' })).not.toBeChecked()
  await page.goBack()
  await expect(page.getByLabel('Sort')).toHaveValue('match')
  await page.evaluate(() => history.go(2)) // goForward() twice could find the browser at the first page still, and reload it
  await expect(page).toHaveURL(`/search?q=${word}&kind=book&district=Jorhat&sort=price`)
  await expect(page.getByRole('checkbox', { name: 'Jorhat 1' })).toBeChecked()

  await page.getByRole('link', { name: 'Jorhat, remove' }).click()
  await status(page, '2 results')
  await page.getByLabel('To ₹').fill('150')
  await page.getByLabel('To ₹').press('Tab')
  await status(page, '1 result')
  expect(await names(page)).toEqual([`${word} Part 2`])
  await page.getByRole('link', { name: 'Clear all' }).click()
  await status(page, '3 results')
  await expect(page.getByLabel('To ₹')).toHaveValue('')
})

test('what was left out of a search is said; a visitor can request the book', async ({ page, db }) => {
  const word = aWord()
  await aBook(db, await aStudent(db), { name: `${word} Physics` })
  await page.goto(`/search?q=${word}+astrology`)
  await status(page, '1 result without “astrology”')
  await page.goto(`/search?q=${word}&district=Majuli`)
  await status(page, 'Nothing has all of these filters. 1 result without them')
  await page.goto(`/search?q=${aWord()}`)
  await expect(page.getByRole('heading', { name: 'No match for' })).toBeVisible()
  await page.getByRole('link', { name: 'Request this book' }).click()
  await expect(page).toHaveURL(/\/\?book=.+#request/)
})

test('suggestions are asked for once nothing was typed for 150 ms, and chosen by keyboard', async ({ page, db }) => {
  const word = aWord()
  const student = await aStudent(db)
  await aBook(db, student, { name: `${word} for beginners` })
  await aBook(db, student, { name: `Advanced ${word}`, authorName: `K. ${word}` })
  await page.clock.install()
  await page.goto('/search')
  await page.clock.pauseAt(Date.now() + 60_000)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/search/suggestions') && asked.push(request.url()))
  const field = box(page)
  await field.pressSequentially(word)
  await page.clock.runFor(149)
  expect(asked).toEqual([])
  await page.clock.runFor(1)
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(suggestions).toHaveText([`${word} for beginners`, `Advanced ${word}`, `K. ${word}`])
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  expect(asked).toHaveLength(1)
  await page.clock.resume()
  expect(await axe(page)).toEqual([])

  await field.press('ArrowDown')
  await field.press('ArrowDown')
  await expect(page.getByRole('option', { name: `Advanced ${word}` })).toHaveAttribute('aria-selected', 'true')
  await field.press('Enter')
  await expect(page).toHaveURL(`/search?q=Advanced+${word}`)
  await expect(suggestions).toHaveCount(0)
  await expect(field).toHaveValue(`Advanced ${word}`)
})

test('who has given a district sees what is near first, until that is switched off', async ({ page, db, signIn }) => {
  const word = aWord()
  const [near, far] = [await aStudent(db, { district: 'Majuli' }), await aStudent(db, { district: 'Dhubri' })]
  await aBook(db, near, { name: `${word} 1` })
  await aBook(db, far, { name: `${word} 2` })
  await signIn(await aStudent(db, { district: 'Jorhat' }))
  await page.goto(`/search?q=${word}`)
  await status(page, '2 results')
  expect(await names(page)).toEqual([`${word} 1`, `${word} 2`])
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: 'Jorhat and nearby first, switch off' }).click()
  await expect.poll(() => names(page)).toEqual([`${word} 2`, `${word} 1`])
  await page.getByRole('checkbox', { name: 'Majuli 1' }).check() // a choice keeps it off
  await status(page, '1 result')
  await page.getByRole('link', { name: 'Majuli, remove' }).click()
  await page.getByRole('link', { name: 'Show Jorhat and nearby first' }).click()
  await expect.poll(() => names(page)).toEqual([`${word} 1`, `${word} 2`])
  await expect(page).toHaveURL(`/search?q=${word}`)
})

test.describe('on a phone', () => {
  test.use(phone)

  test('filters are a sheet; the 25th result, which Load More shows, can be bought', async ({ page, db, signIn }) => {
    const word = aWord()
    const [seller, buyer] = [await aStudent(db), await aStudent(db)]
    for (let n = 1; n <= 26; n++)
      await aBook(db, seller, { name: `${word} ${n}`, condition: n > 1 ? 'Good(used)' : 'Poor(Used)' })
    await signIn(buyer)
    await page.goto(`/search?q=${word}`)
    await status(page, '26 results')
    await expect(page.getByRole('article').nth(1)).toBeInViewport({ ratio: 0.25 }) // below the header, search and filters
    await page.getByRole('button', { name: 'Filters' }).click()
    const sheet = page.getByLabel('Filters', { exact: true })
    await expect(sheet).toBeVisible()
    await sheet.evaluate((popover) => (popover.style.zIndex = '99')) // axe does not know that popovers are above all
    expect(await axe(page)).toEqual([])
    await expect(sheet.getByRole('checkbox', { name: /^Superb/ })).toHaveCount(0) // no post has it
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toBeHidden()
    await page.getByRole('button', { name: 'Filters' }).click()
    await sheet.getByRole('checkbox', { name: /^Poor/ }).check()
    await sheet.getByRole('button', { name: 'Show 1 result' }).waitFor()
    await page.goBack()
    await expect(sheet).toBeHidden()
    await status(page, '26 results') // the fields follow once the earlier search is back
    await page.getByRole('button', { name: 'Filters' }).click()
    await sheet.getByRole('checkbox', { name: /^Good/ }).check()
    await sheet.getByRole('button', { name: 'Show 25 results' }).click()
    await expect(sheet).toBeHidden()
    await page.getByRole('link', { name: 'Load More' }).click()
    await expect(page.getByRole('article')).toHaveCount(25)

    const last = page.getByRole('article', { name: `${word} 2`, exact: true })
    await last.getByRole('button', { name: 'Buy' }).click()
    const dialog = page.getByRole('dialog', { name: 'Buy' })
    await expect(dialog).toContainText(`${word} 2`)
    await fillOrder(page, {})
    await dialog.getByRole('button', { name: 'Place Order' }).click()
    await closeSuccess(page, 'Book purchased successfully!')
    await expect(page.getByRole('article')).toHaveCount(25)
    await expect(page).toHaveURL(new RegExp(`^[^?]+/search\\?q=${word}&condition=.*&shown=48$`))
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a search is narrowed by its form, and Load More is a link', async ({ page, db }) => {
    const word = aWord()
    const student = await aStudent(db, { district: 'Jorhat' })
    for (let n = 1; n <= 25; n++)
      await aBook(db, student, { name: `${word} ${n}`, district: n === 1 ? 'Majuli' : null })
    await page.goto('/search')
    await box(page).fill(word)
    await page.getByRole('button', { name: 'Search' }).click()
    await status(page, '25 results')
    await page.getByRole('link', { name: 'Load More' }).click()
    await expect(page.getByRole('article')).toHaveCount(25)
    await page.getByRole('checkbox', { name: 'Majuli 1' }).check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await status(page, '1 result')
    expect(await names(page)).toEqual([`${word} 1`])
    await page.getByRole('link', { name: 'Majuli, remove' }).click()
    await status(page, '25 results')
  })
})

test('copies of a book are compared on its page: the cheapest first, with condition and district', async ({
  page,
  db,
}) => {
  const word = aWord()
  const [student, store] = [await aStudent(db, { district: 'Jorhat' }), await aStore(db, { district: 'Nagaon' })]
  const given = { name: `${word} of Physics`, authorName: 'H. C. Verma' }
  const dear = await aBook(db, store, { ...given, pricePaise: 30_000, condition: 'Superb(used)' })
  const otherwise = { name: `HC Verma, physics of ${word.toUpperCase()} (2nd edition)`, authorName: null, isbn: null }
  const cheap = await aBook(db, student, { ...otherwise, pricePaise: 8_000 })
  await aBook(db, student, { ...given, authorName: 'Somebody Else', pricePaise: 1_000 })
  const middle = await aBook(db, student, { ...given, pricePaise: 15_000, isbn: null })
  await showCopies(db, [dear, cheap, middle])

  await page.goto(postPath(dear))
  const copies = page.getByRole('region', { name: 'Other copies from ₹80' })
  await expect(copies.getByRole('listitem')).toHaveText([/Good\(used\).*Jorhat.*₹80/, /Good\(used\).*Jorhat.*₹150/])
  expect(await axe(page)).toEqual([])
  await copies.getByRole('link').first().click()
  await expect(page).toHaveURL(postPath(cheap))
  await expect(page.getByRole('region', { name: 'Other copies from ₹150' }).getByRole('link')).toHaveCount(2)
  await db.deleteFrom('posts').where('id', '=', middle.id).execute()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Other copies from ₹300' }).getByRole('link')).toHaveCount(1)
})
