import type { Page } from '@playwright/test'
import type { Kysely } from 'kysely'

import { startSession } from '#app/accounts/sessions.server.ts'
import type { Tables } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { savePost } from '#app/saved/save-post.server.ts'
import { savedMax } from '#app/saved/saved-rules.ts'
import { aBook, aCourse, aNote, aNovel, aStore, aStudent, makersPassword } from '#database/makers.ts'
import { axe, closeSuccess, expect, phone, test } from '#tests/support/browser.ts'
import { fillOrder, unique } from '#tests/support/fill.ts'

/** The button's name is Save or Saved. */
const heartOf = (page: Page, name: string) =>
  page.getByRole('article', { name }).getByRole('button', { name: /^Saved?$/ })

const savedOf = async (db: Kysely<Tables>, { id }: { id: string }) => {
  const rows = await db.selectFrom('savedPosts').select('postId').where('accountId', '=', id).orderBy('id').execute()
  return rows.map(({ postId }) => postId)
}

async function books(db: Kysely<Tables>, count: number) {
  const store = await aStore(db)
  const all = []
  for (let n = 0; n < count; n++) all.push(await aBook(db, store, { name: unique('Biology') }))
  return all
}

test.describe('on a phone', () => {
  test.use(phone)

  test('the 13th book of a list is saved, stays so after a reload, and is found in Saved', async ({
    page,
    db,
    signIn,
  }) => {
    const [oldest] = await books(db, 13)
    const student = await aStudent(db)
    await signIn(student)
    await page.goto('/?tab=books')
    await page.getByRole('button', { name: 'Load More' }).click()
    const heart = heartOf(page, oldest!.name)
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    const { width, height } = (await heart.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    const before = await page.getByRole('article', { name: oldest!.name }).boundingBox()
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    expect(await page.getByRole('article', { name: oldest!.name }).boundingBox()).toEqual(before)
    await expect(page.getByRole('status').filter({ hasText: `${oldest!.name} is saved` })).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'See Saved' })).toBeVisible()
    await expect.poll(() => savedOf(db, student)).toEqual([oldest!.id])
    await page.reload()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await page.evaluate(() => window.scrollTo(0, 0)) // elsewhere the bar at the bottom may cover half of a heart
    expect(await axe(page)).toEqual([])

    await page.getByText('Menu', { exact: true }).click()
    await page.getByRole('link', { name: 'Saved', exact: true }).click()
    await expect(page).toHaveTitle('Saved · Puthi')
    await expect(page.getByRole('article')).toHaveCount(1)
    expect(await axe(page)).toEqual([])
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(() => savedOf(db, student)).toEqual([])
    await page.reload()
    await expect(page.getByText('Nothing saved yet')).toBeVisible()
    expect(await axe(page)).toEqual([])
    await page.getByRole('link', { name: 'Find a book' }).click()
    await page.getByRole('button', { name: 'Load More' }).click()
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
  })

  test('the bar and the page of a post save together, and a visitor logs in first and is back', async ({
    page,
    db,
  }) => {
    const [book] = await books(db, 1)
    const student = await aStudent(db)
    await page.goto(postPath(book!))
    await page.getByRole('link', { name: 'Save', exact: true }).click()
    await expect(page.getByText(`Log in to save ${book!.name}`)).toBeVisible()
    await page.getByLabel('Phone Number').fill(student.phone)
    await page.getByLabel('Password').fill(makersPassword)
    await page.getByRole('button', { name: 'Login' }).click()
    await closeSuccess(page, 'Login Successful')
    await expect(page).toHaveURL(postPath(book!))
    const heart = page.getByRole('button', { name: /^Saved?$/ })
    const widthOf = async () => (await heart.boundingBox())!.width
    const before = await widthOf()
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    expect(await widthOf()).toBe(before)
    await expect.poll(() => savedOf(db, student)).toEqual([book!.id])
    expect(await axe(page)).toEqual([])
  })
})

test('posts of a shelf are saved, and Back from a page shows what was saved there', async ({ page, db, signIn }) => {
  const novel = await aNovel(db, await aStore(db), { name: unique('Mrityunjay') })
  const student = await aStudent(db)
  await signIn(student)
  await page.goto('/')
  await page.getByRole('link', { name: novel.name }).click()
  const title = page.getByRole('heading', { level: 1, name: novel.name })
  await expect(title).toBeVisible() // the shelf has a heart, too
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.goBack()
  await expect(title).toBeHidden()
  await expect(heartOf(page, novel.name)).toHaveAttribute('aria-pressed', 'true')
  await heartOf(page, novel.name).click()
  await expect.poll(() => savedOf(db, student)).toEqual([])
})

test('a saved post that its seller deletes is Gone with a way to similar ones, and one that got cheaper says by how much', async ({
  page,
  db,
  signIn,
  browser,
  site,
}) => {
  const [seller, student] = [await aStudent(db), await aStudent(db)]
  const word = unique('Ornithology').replaceAll(' ', '')
  const gone = await aBook(db, seller, { name: `${word} I`, sellingPricePaise: 26_000 })
  const cheaper = await aBook(db, seller, { name: `${word} II`, sellingPricePaise: 26_000 })
  for (const { id } of [gone, cheaper]) await savePost(db, student, id)

  const other = await browser.newContext({ baseURL: site.address })
  await other.addCookies([{ name: 'puthi-session', value: await startSession(db, seller), url: site.address }])
  const sellers = await other.newPage()
  await sellers.goto(`/AlterBooksAndNovels?delete=${gone.id}`)
  await sellers.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(sellers.getByText('Post deleted successfully!')).toBeVisible()
  await other.close()
  await db.updateTable('posts').set({ sellingPricePaise: 22_000 }).where('id', '=', cheaper.id).execute()

  await signIn(student)
  await page.goto('/saved')
  const goneCard = page.getByRole('article', { name: gone.name, exact: true })
  await expect(goneCard.getByText('Gone', { exact: true })).toBeVisible()
  await expect(goneCard).toContainText('₹260 when you saved it')
  await expect(goneCard.getByRole('button', { name: 'Buy' })).toHaveCount(0)
  await expect(page.getByRole('article', { name: cheaper.name })).toContainText('₹40 cheaper than when you saved it')
  expect(await axe(page)).toEqual([])

  await goneCard.getByRole('link', { name: 'Similar posts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This post is gone.' })).toBeVisible()
  await expect(page.getByRole('link', { name: cheaper.name })).toBeVisible()
  await page.goBack()
  await goneCard.getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(goneCard.getByRole('button', { name: 'Removed' })).toBeFocused()
  await expect.poll(() => savedOf(db, student)).toEqual([cheaper.id])
  await page.reload()
  await expect(goneCard).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('Load More of Saved adds older ones; the 13th is bought there, and emptied and filled by keyboard', async ({
  page,
  db,
  signIn,
}) => {
  const student = await aStudent(db)
  const all = await books(db, 13)
  for (const { id } of all) await savePost(db, student, id)
  const oldest = all[0]!
  await signIn(student)
  await page.goto('/saved')
  await expect(page.getByRole('article')).toHaveCount(12)
  await page.getByRole('button', { name: 'Load More' }).press('Enter')
  await expect(page.getByRole('link', { name: oldest.name })).toBeFocused()
  await expect(page.getByText('13 posts shown. That is all for now.')).toBeVisible()
  const heart = heartOf(page, oldest.name)
  await heart.press('Space')
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await expect(heart).toBeFocused()
  await expect.poll(() => savedOf(db, student)).not.toContain(oldest.id)
  await page.keyboard.press('Enter')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => savedOf(db, student)).toContain(oldest.id)

  await page.getByRole('article', { name: oldest.name }).getByRole('button', { name: 'Buy' }).click()
  await fillOrder(page)
  await page.getByRole('dialog', { name: 'Buy' }).getByRole('button', { name: 'Place Order' }).click()
  await closeSuccess(page, 'Book purchased successfully!')
  await expect(page).toHaveURL(/\/saved\??$/)

  // The oldest post was saved a second time, so it is first in the list, and the second oldest is the 13th.
  await page.getByRole('button', { name: 'Load More' }).click()
  for (const name of [all[1]!.name, oldest.name]) await heartOf(page, name).click()
  await expect.poll(async () => (await savedOf(db, student)).length).toBe(11)
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(11)
})

test('a store has Saved in its navigation, saves a course, and no heart on its own posts', async ({
  page,
  db,
  signIn,
}) => {
  const store = await aStore(db)
  const course = await aCourse(db, await aStudent(db), { name: unique('Spoken English') })
  const own = await aBook(db, store, { name: unique('Physics') })
  await signIn(store)
  await page.goto('/market')
  await expect(page.getByRole('article', { name: own.name })).toBeVisible()
  await expect(heartOf(page, own.name)).toHaveCount(0)
  await page.goto('/market?tab=courses')
  await heartOf(page, course.name).click()
  await expect.poll(() => savedOf(db, store)).toEqual([course.id])
  await page.getByText('Buying').click()
  await page.getByRole('link', { name: 'Saved', exact: true }).click()
  await expect(page.getByRole('article', { name: course.name })).toBeVisible()
  await page.goto(postPath(own))
  await expect(page.getByRole('button', { name: /^Saved?$/ })).toHaveCount(0)
})

test('many presses end as the last one', async ({ page, db, signIn }) => {
  const [book] = await books(db, 1)
  const student = await aStudent(db)
  await signIn(student)
  await page.goto(postPath(book!))
  const heart = page.getByRole('button', { name: /^Saved?$/ })
  let [started, finished] = [0, 0]
  page.on('request', (request) => void (started += Number(request.method() === 'POST')))
  page.on('requestfinished', (request) => void (finished += Number(request.method() === 'POST')))
  for (let time = 0; time < 5; time++) await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => started > 0 && started === finished).toBe(true)
  await expect.poll(() => savedOf(db, student)).toEqual([book!.id])
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  expect(await savedOf(db, student)).toEqual([book!.id])
})

test.describe('what goes wrong', () => {
  test.use({ provoked: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|status of 409/ })

  test('without a connection the heart empties again, the page says so, and a typed comment stays', async ({
    page,
    db,
    signIn,
    context,
  }) => {
    const [book] = await books(db, 1)
    const student = await aStudent(db)
    await signIn(student)
    await page.goto(postPath(book!))
    await page.getByLabel('Comment', { exact: true }).fill('Is it there?')
    await context.setOffline(true)
    const heart = page.getByRole('button', { name: /^Saved?$/ }).first()
    await heart.click()
    const notice = page.getByRole('alertdialog', { name: 'Error' })
    await expect(notice).toContainText('The post was not saved. Look at your connection, then try again.')
    await notice.getByRole('button', { name: 'OK' }).click()
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    await expect(heart).toBeFocused()
    await expect(page.getByLabel('Comment', { exact: true })).toHaveValue('Is it there?')
    await context.setOffline(false)
    await heart.click()
    await expect.poll(() => savedOf(db, student)).toEqual([book!.id])
  })

  test('a full list and a lost session are told in words', async ({ page, db, signIn, context }) => {
    const [book] = await books(db, 1)
    const student = await aStudent(db)
    const rows = Array.from({ length: savedMax }, () => ({
      id: newId(),
      accountId: student.id,
      postId: newId(),
      kind: 'book' as const,
      name: 'Old',
      pricePaise: 100,
    }))
    await db.insertInto('savedPosts').values(rows).execute()
    await signIn(student)
    await page.goto('/?tab=books')
    const heart = heartOf(page, book!.name)
    await heart.click()
    const notice = page.getByRole('alertdialog', { name: 'Error' })
    await expect(notice).toContainText(`You have saved ${savedMax} posts, which is the most.`)
    await notice.getByRole('button', { name: 'OK' }).click()
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    await context.clearCookies()
    await heart.click()
    await expect(notice).toContainText('You are logged out. Log in again to save posts.')
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a post is saved from the second page of a list and returns there, and is removed in Saved', async ({
    page,
    db,
    signIn,
  }) => {
    const [oldest] = await books(db, 13)
    const student = await aStudent(db)
    await signIn(student)
    await page.goto('/?tab=books')
    await page.getByRole('button', { name: 'Load More' }).click()
    const address = page.url()
    const heart = heartOf(page, oldest!.name)
    await heart.click()
    await expect(page).toHaveURL(`${address}#save-${oldest!.id}`)
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await expect(heart).toBeInViewport()
    expect(await savedOf(db, student)).toEqual([oldest!.id])

    await page.goto('/saved')
    await heart.click()
    await expect(page.getByText('Nothing saved yet')).toBeVisible()
    await savePost(db, student, oldest!.id)
    await db.deleteFrom('posts').where('id', '=', oldest!.id).execute()
    await page.goto('/saved')
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Nothing saved yet')).toBeVisible()
  })

  test('Load More of Saved opens the older ones, and a refusal is told there', async ({ page, db, signIn }) => {
    const student = await aStudent(db)
    const all = await books(db, 13)
    for (const { id } of all) await savePost(db, student, id)
    await signIn(student)
    await page.goto('/saved')
    await page.getByRole('button', { name: 'Load More' }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('article', { name: all[0]!.name })).toBeVisible()

    const note = await aNote(db, await aStudent(db), { name: unique('Optics') })
    await page.goto(postPath(note))
    await db.deleteFrom('posts').where('id', '=', note.id).execute()
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await expect(page.getByRole('alert')).toContainText('This post is gone.')
    await expect(page).toHaveURL('/saved?refused=gone')
    expect(await savedOf(db, student)).toHaveLength(13)
  })
})
