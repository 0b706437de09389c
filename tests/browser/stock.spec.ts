import type { Page } from '@playwright/test'
import type { Kysely } from 'kysely'

import { buyPath } from '#app/access/paths.ts'
import type { Db, Tables } from '#app/platform/db.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { giveBackCopies, takeCopies } from '#app/posts/selling/stock.server.ts'
import { savePost } from '#app/saved/save-post.server.ts'
import { aBook, aNovel, aStore, aStudent } from '#database/makers.ts'
import { axe, closeSuccess, expect, phone, test } from '#tests/support/browser.ts'
import { showCopies } from '#tests/support/copies.ts'
import { fillBook, fillNovel, fillOrder, unique } from '#tests/support/fill.ts'

const inTransaction = (db: Kysely<Tables>, deed: (db: Db) => Promise<unknown>) => db.transaction().execute(deed)
const take = (db: Kysely<Tables>, id: string, quantity = 1) =>
  inTransaction(db, (transaction) => takeCopies(transaction, id, quantity))
const giveBack = (db: Kysely<Tables>, id: string, quantity = 1) =>
  inTransaction(db, (transaction) => giveBackCopies(transaction, id, quantity))

async function postNamed(db: Kysely<Tables>, name: string) {
  const query = db.selectFrom('posts').select(['id', 'kind', 'name', 'sellerId']).where('name', '=', name)
  return query.executeTakeFirstOrThrow()
}

/** Whether each list and search that visitors open shows the post. */
async function listsShow(page: Page, { name, kind, sellerId }: { name: string; kind: string; sellerId: string }) {
  const q = encodeURIComponent(name)
  const lists = [`/?tab=${kind}s`, '/', `/sellers/${sellerId}`, `/?tab=books&name=${q}`, `/search?q=${q}`]
  const shown: [list: string, isShown: boolean][] = []
  for (const list of lists) {
    await page.goto(list)
    shown.push([list, await page.getByRole('article', { name }).first().isVisible()])
  }
  const suggested = await page.request.get(`/search/suggestions?q=${q}`)
  return [...shown.map(([, isShown]) => isShown), (await suggested.text()).includes(name)]
}

const everywhere = [true, true, true, true, true, true]
const nowhere = everywhere.map(() => false)

test('a store counts its copies: they go down to sold out, leave every list, and come back', async ({
  page,
  db,
  signIn,
  context,
}) => {
  const [store, name] = [await aStore(db), unique('Counted')]
  await signIn(store)
  await page.goto('/CreatePost')
  await fillBook(page, name)
  await page.getByLabel('Copies').fill('0')
  await page.getByRole('button', { name: 'Upload Book' }).click()
  await expect(page.getByText('Enter a whole number from 1 to 9,999')).toBeVisible()
  await expect(page.getByLabel('Copies')).toBeFocused()
  await page.getByLabel('Copies').fill('2')
  await page.evaluate(() => window.scrollTo(0, 0)) // for axe, what the header covers is too small to press
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Upload Book' }).click()
  await closeSuccess(page, 'Book uploaded successfully')
  const post = await postNamed(db, name)

  await page.goto('/AlterPosts')
  const card = page.getByRole('article', { name })
  await expect(card).toContainText('Only 2 copies left')
  await card.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Post' })
  await expect(dialog.getByLabel('Copies')).toHaveValue('2')
  expect(await axe(page, 'dialog')).toEqual([])
  await take(db, post.id) // somebody orders while the form is open
  await dialog.getByLabel('Copies').fill('5')
  await dialog.getByRole('button', { name: 'Update Post' }).click()
  await closeSuccess(page, 'Post updated successfully')
  await expect(card).toContainText('4 copies left')

  await context.clearCookies()
  expect(await listsShow(page, post)).toEqual(everywhere)
  await page.goto(postPath(post))
  await expect(page.getByText('4 copies left')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buy' }).filter({ visible: true })).toBeVisible()

  await take(db, post.id, 4)
  expect(await listsShow(page, post)).toEqual(nowhere)
  await page.goto(postPath(post))
  await expect(page.getByText('Sold out').filter({ visible: true })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Buy' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Save', exact: true }).filter({ visible: true })).toBeVisible()
  expect(await axe(page)).toEqual([])

  await giveBack(db, post.id, 3)
  expect(await listsShow(page, post)).toEqual(everywhere)
  await page.goto(postPath(post))
  await expect(page.getByText('3 copies left')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buy' }).filter({ visible: true })).toBeVisible()
})

test('what is sold out stays with its seller, under its address and where it is saved', async ({
  page,
  db,
  signIn,
}) => {
  const [student, saver] = [await aStudent(db), await aStudent(db)]
  const book = await aBook(db, student, { name: unique('Sold here'), copies: 1 })
  await showCopies(db, [book, await aBook(db, await aStore(db), { name: book.name })])
  await savePost(db, saver, book.id)
  await take(db, book.id)

  await signIn(student)
  await page.goto('/AlterBooksAndNovels')
  const card = page.getByRole('article', { name: book.name })
  await expect(card.getByText('Sold out')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.goto(postPath(book))
  await expect(page.getByText('Sold out').filter({ visible: true })).toHaveCount(1)
  await page.getByRole('link', { name: 'Edit', exact: true }).filter({ visible: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit book' })
  await expect(dialog.getByLabel('Copies')).toHaveValue('0')
  await dialog.getByLabel('Copies').fill('')
  await dialog.getByRole('button', { name: 'Update Post' }).click()
  await closeSuccess(page, 'Post updated successfully')
  await expect(card).toBeVisible()
  await expect(card.getByText(/Sold out|left/)).toHaveCount(0)
  await card.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Copies').fill('0')
  await dialog.getByRole('button', { name: 'Update Post' }).click()
  await closeSuccess(page, 'Post updated successfully')
  await expect(card.getByText('Sold out')).toBeVisible()

  await signIn(saver)
  await page.goto('/saved')
  const saved = page.getByRole('article', { name: book.name })
  await expect(saved.getByText('Sold out')).toBeVisible()
  await expect(saved.getByRole('button', { name: 'Buy' })).toHaveCount(0)
  await expect(saved.getByRole('button', { name: 'Comment' })).toBeVisible()
  await expect(saved.getByRole('link', { name: '1 other copy from ₹495' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.goto(postPath(book))
  const comments = page.locator('#comments')
  await comments.getByLabel('Comment', { exact: true }).fill('Will there be another?')
  await comments.getByRole('button', { name: 'Add Comment' }).click()
  await closeSuccess(page, 'Comment added successfully!')
  await expect(comments.getByRole('listitem').filter({ hasText: 'Will there be another?' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(phone)

  test('lists stay whole where the 13th and the 25th post are sold out, and the next ones can be bought', async ({
    page,
    db,
    signIn,
  }) => {
    const store = await aStore(db)
    const names = Array.from({ length: 27 }, (_, n) => unique(`Nth ${n + 1}`))
    for (const name of names.toReversed()) await aBook(db, store, { name, copies: 3 })
    for (const n of [13, 25]) await take(db, (await postNamed(db, names[n - 1]!)).id, 3)
    await signIn(await aStudent(db))
    await page.goto(`/sellers/${store.id}`)
    for (const count of [12, 24]) {
      await expect(page.getByRole('article')).toHaveCount(count)
      await page.getByRole('button', { name: 'Load More' }).click()
    }
    await expect(page.getByRole('article')).toHaveCount(25)
    for (const n of [13, 25]) await expect(page.getByRole('article', { name: names[n - 1]! })).toHaveCount(0)

    await page.getByRole('article', { name: names[25]! }).getByRole('button', { name: 'Buy' }).click()
    const dialog = page.getByRole('dialog', { name: 'Buy' })
    await expect(dialog).toContainText(names[25]!)
    await expect(dialog.getByText('3 left')).toBeVisible()
    await expect(dialog.getByLabel('Quantity')).toHaveAttribute('max', '3')
    await fillOrder(page, { quantity: '4' })
    await dialog.getByRole('button', { name: 'Place Order' }).click()
    await expect(dialog.getByText('Only 3 copies are left')).toBeVisible()
    await expect(dialog.getByLabel('Quantity')).toBeFocused()
    expect(await axe(page, 'dialog')).toEqual([])
    await dialog.getByLabel('Quantity').fill('3')
    await expect(dialog.getByText('Only 3 copies are left')).toHaveCount(0)
  })

  test('the page of a sold-out book offers other copies, and its purchase form similar posts', async ({
    page,
    db,
    signIn,
  }) => {
    const [store, name] = [await aStore(db), unique('Thermodynamics')]
    const [sold, other] = [await aBook(db, store, { name, copies: 0 }), await aBook(db, store, { name, copies: 2 })]
    await showCopies(db, [sold, other])
    await signIn(await aStudent(db))
    await page.goto(postPath(sold))
    await expect(page.getByText('Sold out').filter({ visible: true })).toHaveCount(1)
    expect(await axe(page)).toEqual([])
    await page.getByRole('link', { name: 'See other copies' }).click()
    await expect(page.getByRole('heading', { name: /Other copies from/ })).toBeInViewport()

    await page.goto(buyPath(sold.id))
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'Sold out' })).toBeVisible()
    await expect(main).toContainText('All copies are sold.')
    await expect(main).not.toContainText('Nothing was ordered')
    await expect(main.getByLabel('Quantity')).toHaveCount(0)
    expect(await axe(page)).toEqual([])
    await main.getByRole('link', { name }).first().click()
    await expect(page).toHaveURL(postPath(other))
    await expect(page.getByText('Only 2 copies left')).toBeVisible()
  })
})

test.describe('an order that comes too late', () => {
  test('is told that the post is sold out, with similar posts', async ({ page, db, signIn }) => {
    const [store, name] = [await aStore(db), unique('Electrodynamics')]
    const [book, other] = [await aBook(db, store, { name, copies: 1 }), await aBook(db, store, { name })]
    await signIn(await aStudent(db))
    await page.goto(postPath(book))
    await page.getByRole('button', { name: 'Buy' }).filter({ visible: true }).click()
    await fillOrder(page, {})
    await take(db, book.id) // another buyer
    await page.getByRole('button', { name: 'Place Order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sold out' })
    await expect(dialog).toContainText('All copies are sold. Nothing was ordered.')
    await expect(dialog.getByRole('link', { name })).toHaveAttribute('href', postPath(other))
    expect(await axe(page, 'dialog')).toEqual([])
    expect(await db.selectFrom('orders').select('id').where('postId', '=', book.id).execute()).toEqual([])
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('copies are counted, edited and sold out', async ({ page, db, signIn }) => {
    const [store, name] = [await aStore(db), unique('Plain')]
    await signIn(store)
    await page.goto('/CreatePost?tab=novels')
    await fillNovel(page, name)
    await page.getByLabel('Copies').fill('many')
    await page.getByRole('button', { name: 'Upload Novel' }).click()
    await expect(page.getByText('Enter a whole number from 1 to 9,999')).toBeVisible()
    await fillNovel(page, name)
    await page.getByLabel('Copies').fill('2')
    await page.getByRole('button', { name: 'Upload Novel' }).click()
    await expect(page.getByText('Novel uploaded successfully')).toBeVisible()
    const novel = await postNamed(db, name)
    const similar = await aNovel(db, store, { name: `${name} again` })

    await page.goto(`/AlterPosts?tab=novels&edit=${novel.id}`)
    await take(db, novel.id)
    await page.getByLabel('Name', { exact: true }).fill('') // refused first: what was shown is kept
    await page.getByLabel('Copies').fill('4')
    await page.getByRole('button', { name: 'Update Post' }).click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Update Post' }).click()
    await expect(page.getByRole('article', { name, exact: true })).toContainText('3 copies left')

    await take(db, novel.id, 3)
    await signIn(await aStudent(db))
    await page.goto('/?tab=novels')
    await expect(page.getByRole('article', { name: similar.name })).toBeVisible()
    await expect(page.getByRole('article', { name, exact: true })).toHaveCount(0)
    await page.goto(postPath(novel))
    await expect(page.getByText('Sold out').filter({ visible: true })).toHaveCount(1)
    await page.goto(`${postPath(novel)}?buy=${novel.id}`) // where it was bought before
    await expect(page).toHaveURL(buyPath(novel.id))
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: similar.name })).toBeVisible()
    await expect(main.getByRole('button', { name: 'Place Order' })).toHaveCount(0)
  })
})
