import type { Page } from '@playwright/test'

import { countWords } from '#app/posts/search/count-words.job.server.ts'
import { aBook, aNovel, aStore, aStudent } from '#database/makers.ts'
import { axe, expect, phone as onPhone, test } from '#tests/support/browser.ts'

/** A word that no other test posts: letters only, so that it may be misspelt. */
const aWord = () => Array.from({ length: 12 }, () => 'abcdefghiklmnoprstuw'[Math.floor(Math.random() * 20)]).join('')

async function search(page: Page, { name, stream }: { name?: string; stream?: string }) {
  if (name !== undefined) await page.getByLabel('Book Name').fill(name)
  if (stream !== undefined) await page.getByLabel('Stream').selectOption(stream)
  await page.getByRole('button', { name: 'Search' }).click()
}

test('a student searches by name, then by name and stream, and Back finds each as it was', async ({ page, db }) => {
  const seller = await aStudent(db)
  const word = aWord()
  await aBook(db, seller, { name: `${word} for Science`, stream: 'Science' })
  await aNovel(db, seller, { name: `The ${word}`, stream: 'Arts' })
  const results = page.getByRole('article')
  const status = page.getByRole('status').first()

  await page.goto('/?tab=books')
  await search(page, { name: word.toUpperCase() })
  await expect(status).toHaveText('2 found')
  await expect(results).toHaveCount(2)
  await expect(results.first()).toContainText('Book')
  await expect(results.last()).toContainText('Novel')
  await expect(page.getByRole('button', { name: 'Load More' })).toBeHidden()
  await expect(page).toHaveURL(`/?tab=books&name=${word.toUpperCase()}&stream=`)

  await search(page, { stream: 'Arts' })
  await expect(status).toHaveText('1 found')
  await expect(page.getByRole('article', { name: `The ${word}` })).toBeVisible()
  await expect(page.getByLabel('Book Name')).toHaveValue(word.toUpperCase())

  await page.goBack()
  await expect(results).toHaveCount(2)
  await expect(page.getByLabel('Stream')).toHaveValue('')
  await page.goBack()
  await expect(status).toHaveText('')
  await expect(page.getByLabel('Book Name')).toHaveValue('')
  await page.goForward()
  await expect(results).toHaveCount(2)
  await expect(page.getByLabel('Book Name')).toHaveValue(word.toUpperCase())

  await page.reload()
  await expect(results).toHaveCount(2)
  await expect(page.getByLabel('Book Name')).toHaveValue(word.toUpperCase())
})

test('what was nearly typed is found', async ({ page, db }) => {
  const word = aWord()
  await aBook(db, await aStudent(db), { name: `Guide to ${word}` })
  await countWords(db)
  await page.goto('/?tab=books')
  await search(page, { name: `${word.slice(0, 5)}z${word.slice(6)}` })
  await expect(page.getByRole('article', { name: `Guide to ${word}` })).toBeVisible()
})

test('a stream alone lists all of it; more than 200 say so', async ({ page, db }) => {
  const seller = await aStudent(db)
  for (let n = 0; n < 201; n++) await aBook(db, seller, { stream: 'Architecture' })
  await page.goto('/?tab=books')
  await search(page, { stream: 'Architecture' })
  await expect(page.getByRole('status').first()).toHaveText(
    'The first 200 are shown. Add a stream or more of the name.',
  )
  await expect(page.getByRole('article')).toHaveCount(200)
})

test('where nothing is found it says what to do', async ({ page, db }) => {
  await aBook(db, await aStudent(db))
  const word = aWord()
  await page.goto('/?tab=books')
  await search(page, { name: `"${word}" & <b>` })
  await expect(page.getByRole('heading', { name: `No match for ""${word}" & <b>"` })).toBeVisible()
  await expect(page.getByText('Try fewer letters, or all streams.')).toBeVisible()
  await expect(page.getByRole('status').first()).toHaveText('Nothing found')
  expect(await axe(page)).toEqual([])

  await search(page, { name: '', stream: 'Fine Arts' })
  await expect(page.getByRole('heading', { name: 'Nothing in Fine Arts yet' })).toBeVisible()

  await page.getByRole('link', { name: 'See all books' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByLabel('Stream')).toHaveValue('')
})

test('a search for nothing is the list of books', async ({ page, db }) => {
  const seller = await aStudent(db)
  for (let n = 0; n < 13; n++) await aBook(db, seller)
  await page.goto('/?tab=books')
  await search(page, { name: '  ', stream: '' })
  await expect(page).toHaveURL(/name=/)
  await expect(page.getByRole('article')).toHaveCount(12)
  await expect(page.getByRole('button', { name: 'Load More' })).toBeVisible()
})

test('while it searches the button says so', async ({ page, db }) => {
  const word = aWord()
  await aBook(db, await aStudent(db), { name: word })
  await page.goto('/?tab=books')
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/\.data/, async (route) => {
    await asked
    await route.continue()
  })
  await page.getByLabel('Book Name').fill(word)
  await page.getByLabel('Book Name').press('Enter')
  await expect(page.getByRole('button', { name: 'Searching...' })).toBeVisible()
  answer()
  await expect(page.getByRole('article', { name: word })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  await expect(page.getByLabel('Book Name')).toBeFocused()
})

test('a store searches the marketplace', async ({ page, db, signIn }) => {
  const store = await aStore(db)
  const word = aWord()
  await aBook(db, store, { name: `Our ${word}` })
  await signIn(store)
  await page.goto('/market')
  await search(page, { name: word })
  await expect(page).toHaveURL(/\/market\?tab=books&name=/)
  await expect(page.getByRole('article', { name: `Our ${word}` })).toContainText('Book')
  expect(await axe(page)).toEqual([])
})

test('only books have a search, and an empty tab says how to fill it', async ({ page, db, signIn }) => {
  await db.deleteFrom('posts').where('kind', '=', 'note').execute() // added by earlier tests
  await page.goto('/?tab=notes')
  await expect(page.getByRole('search')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Share notes' })).toHaveAttribute('href', '/CreateCourseAndNotes')
  expect(await axe(page)).toEqual([])

  await signIn(await aStore(db))
  await page.goto('/market?tab=notes')
  await expect(page.getByRole('heading', { name: 'No notes here yet' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a search is a plain form, and its answer a page', async ({ page, db }) => {
    const word = aWord()
    await aBook(db, await aStudent(db), { name: `Plain ${word}`, stream: 'Law' })
    await page.goto('/?tab=books')
    await search(page, { name: word, stream: 'Law' })
    await expect(page.getByRole('article', { name: `Plain ${word}` })).toBeVisible()
    await expect(page.getByLabel('Book Name')).toHaveValue(word)
    await expect(page.getByLabel('Stream')).toHaveValue('Law')
    await search(page, { stream: 'Medical' })
    await expect(page.getByRole('heading', { name: `No match for "${word}"` })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('article', { name: `Plain ${word}` })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('the search fits, is easy to hit, and its keyboard goes away', async ({ page, db }) => {
    const word = aWord()
    await aBook(db, await aStudent(db), { name: `Pocket ${word}` })
    await page.goto('/?tab=books')
    for (const control of [
      page.getByLabel('Book Name'),
      page.getByLabel('Stream'),
      page.getByRole('button', { name: 'Search' }),
    ]) {
      expect((await control.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    }
    await page.getByLabel('Book Name').fill(word)
    await page.getByLabel('Book Name').press('Enter')
    await expect(page.getByRole('article', { name: `Pocket ${word}` })).toBeVisible()
    await expect(page.getByLabel('Book Name')).not.toBeFocused()
    expect(await axe(page)).toEqual([])
  })
})
