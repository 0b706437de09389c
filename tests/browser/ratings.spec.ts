import type { Page } from '@playwright/test'

import { addRating } from '#app/ratings/add-rating.server.ts'
import { aBook, anOrder, aStore, aStudent } from '#database/makers.ts'
import { axe, expect, phone, test } from '#tests/support/browser.ts'

let made = 0
const unique = (name: string) => `${name} ${Date.now().toString(36)}${made++}`
const item = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const given = { asPromised: null, communication: null, useful: null, words: '' }

test('both sides rate blind; then each sees the other’s, the seller answers, and everybody reads it', async ({
  page,
  db,
  signIn,
}) => {
  const [seller, buyer] = [await aStudent(db, { name: unique('Mitali') }), await aStudent(db)]
  const book = await aBook(db, seller, { name: unique('Optics') })
  const name = book.name
  const deal = { sellerId: seller.id, buyerId: buyer.id, itemName: name, name: 'Rina', postId: book.id }
  await anOrder(db, { ...deal, state: 'completed' })

  await signIn(buyer)
  await page.goto('/purchases')
  const purchase = item(page, name)
  const rating = purchase.getByRole('group', { name: 'Rating' })
  await expect(rating.getByLabel('In your words')).toBeHidden()
  await rating.getByRole('button', { name: 'Rate' }).click()
  await expect(rating.getByText('Choose 1 to 5 stars')).toBeVisible()
  // By keyboard alone.
  await rating.getByRole('radio', { name: '1 of 5' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(rating.getByRole('radio', { name: '3 of 5' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(rating.getByRole('group', { name: 'Condition as promised' }).getByLabel('Yes')).toBeChecked()
  await rating.getByRole('group', { name: 'Communication' }).getByLabel('Poor').check()
  await rating.getByLabel('In your words').fill('A page is torn.')
  expect(await axe(page)).toEqual([])
  await rating.getByRole('button', { name: 'Rate' }).click()
  await expect(rating).toContainText('You gave')
  await expect(rating).toContainText(`Others see it when ${seller.name} has rated, too`)
  await expect(rating.getByRole('button', { name: 'Rate' })).toHaveCount(0)
  await page.goto(`/sellers/${seller.id}/ratings`)
  await expect(page.getByText('No ratings yet')).toBeVisible()

  await signIn(seller)
  await page.goto('/userOrders')
  const order = item(page, name).getByRole('group', { name: 'Rating' })
  await expect(order).not.toContainText('torn')
  await expect(order.getByText('Rate the buyer')).toBeVisible()
  await order.getByRole('radio', { name: '5 of 5' }).check({ force: true })
  await order.getByRole('button', { name: 'Rate' }).click()
  await expect(order).toContainText('Rina gave you')
  await expect(order).toContainText('A page is torn.')
  await order.getByText('Answer', { exact: true }).click()
  await order.getByRole('button', { name: 'Send answer' }).click()
  await expect(order.getByText('Answer is required')).toBeVisible()
  await order.getByLabel('Your answer').fill('It was named in the post.')
  await order.getByRole('button', { name: 'Send answer' }).click()
  await expect(order).toContainText('Answer: It was named in the post.')
  await expect(order.getByText('Answer', { exact: true })).toHaveCount(0)
  await order.getByText('Report', { exact: true }).click()
  await order.getByLabel('What is wrong with it').fill('It was named in the post.')
  await order.getByRole('button', { name: 'Send report' }).click()
  await expect(order).toContainText('Reported. Our team looks at it.')
  expect(await axe(page)).toEqual([])

  await signIn(buyer)
  await page.goto('/purchases')
  await expect(rating).toContainText(`${seller.name} gave you`)
  await expect(rating).toContainText('Answer: It was named in the post.')

  await page.context().clearCookies()
  await page.goto(`/posts/${book.id}`)
  await page.getByRole('link', { name: new RegExp(`${seller.name}.*3.0 of 5 stars, 1 rating`) }).click()
  await expect(page.getByRole('heading', { name: seller.name, level: 1 })).toBeVisible()
  await page.getByRole('link', { name: '3.0 of 5 stars, 1 rating', exact: true }).click()
  await expect(page.getByRole('heading', { name: `Ratings of ${seller.name}` })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('A page is torn.')
  await expect(page.getByRole('main')).toContainText('The seller: It was named in the post.')
  await expect(page.getByRole('main')).toContainText('A buyer · ')
  await expect(page.getByRole('main')).not.toContainText('Rina')
  expect(await axe(page)).toEqual([])
  await page.goto(`/?tab=books&name=${encodeURIComponent(name)}`)
  await expect(item(page, name)).toContainText('3.0 of 5 stars, 1 rating')
})

test('the seller goes from an older rating on the second page to its order, and answers there', async ({
  page,
  db,
  signIn,
}) => {
  const seller = await aStore(db)
  for (let n = 1; n <= 26; n++) {
    const buyer = await aStudent(db)
    const deal = { sellerId: seller.id, buyerId: buyer.id, deal: 'file', itemName: `Notes ${n}` } as const
    const { id } = await anOrder(db, { ...deal, state: 'completed' })
    await addRating(db, buyer, { ...given, rates: id, key: crypto.randomUUID(), stars: 4, words: `Words ${n}.` })
  }
  await signIn(seller)
  await page.goto(`/sellers/${seller.id}/ratings`)
  await expect(page.getByText('100% of orders completed')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Words 26.' })).toBeVisible()
  await page.getByRole('link', { name: 'Older ratings' }).click()
  const last = page.getByRole('listitem').filter({ hasText: 'Words 1.' })
  await last.getByRole('link', { name: 'Answer or report' }).click()
  const order = page.getByRole('article').first()
  await expect(order).toHaveAttribute('aria-label', 'Notes 1')
  await order.getByText('Answer', { exact: true }).click()
  await order.getByLabel('Your answer').fill('Thank you.')
  await order.getByRole('button', { name: 'Send answer' }).click()
  await expect(order).toContainText('Answer: Thank you.')
})

test.describe('on a phone, without script', () => {
  test.use({ javaScriptEnabled: false, ...phone })

  test('notes are rated by taps and words, and what is wrong is said beside the field', async ({
    page,
    db,
    signIn,
  }) => {
    const [seller, buyer] = [await aStudent(db), await aStudent(db)]
    const name = unique('Notes of Optics')
    await anOrder(db, {
      sellerId: seller.id,
      buyerId: buyer.id,
      itemName: name,
      kind: 'note',
      deal: 'file',
      state: 'completed',
    })
    await signIn(buyer)
    await page.goto('/purchases')
    const otherTab = await page.context().newPage()
    await otherTab.goto('/purchases')
    const rating = item(page, name).getByRole('group', { name: 'Rating' })
    await expect(rating.getByText('Rate these notes')).toBeVisible()
    await rating.getByRole('button', { name: 'Rate' }).click()
    await expect(rating.getByText('Choose 1 to 5 stars')).toBeVisible()
    await rating.getByRole('radio', { name: '4 of 5' }).check({ force: true })
    await rating.getByRole('group', { name: 'Useful' }).getByLabel('Yes').check()
    await rating.getByLabel('In your words').fill('Clear and short.')
    await rating.getByRole('button', { name: 'Rate' }).click()
    await expect(rating).toContainText('You gave')
    await expect(rating).toContainText('4 of 5 stars')
    const late = item(otherTab, name).getByRole('group', { name: 'Rating' })
    await late.getByRole('radio', { name: '2 of 5' }).check({ force: true })
    await late.getByRole('button', { name: 'Rate' }).click()
    await expect(item(otherTab, name)).toContainText('You have rated it already, or its 14 days are over.')
    await page.goto(`/sellers/${seller.id}/ratings`)
    await expect(page.getByRole('main')).toContainText('Useful100%')
  })
})
