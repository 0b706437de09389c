import type { Page } from '@playwright/test'

import { postPath } from '#app/posts/page/post-path.ts'
import type { PostKind } from '#app/posts/post-rules.ts'
import { aBook, aNote, anOrder, aStore, aStudent } from '#database/makers.ts'
import { axe, closeSuccess, expect, phone, test } from '#tests/support/browser.ts'
import { fillOrder } from '#tests/support/fill.ts'

let made = 0
const unique = (name: string) => `${name} ${Date.now().toString(36)}${made++}`
const item = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

async function buy(page: Page, post: { id: string; kind: PostKind; name: string }, kind = 'Book') {
  await page.goto(postPath(post))
  await page.getByRole('button', { name: 'Buy' }).filter({ visible: true }).first().click()
  await fillOrder(page, {})
  await page.getByRole('button', { name: 'Place Order' }).click()
  await closeSuccess(page, `${kind} purchased successfully!`)
}

test('the last copy is wanted by two; who has it meets the seller, who types a wrong code and the right one', async ({
  page,
  db,
  signIn,
}) => {
  const [seller, buyer, late] = [await aStudent(db), await aStudent(db), await aStudent(db)]
  const name = unique('Concepts of Physics')
  const book = await aBook(db, seller, { name, copies: 1, sellingPricePaise: 26_000 })
  await signIn(buyer)
  await buy(page, book)
  await page.goto('/purchases')
  const purchase = item(page, name)
  await expect(purchase).toContainText('Placed. The seller answers')
  await expect(purchase).toContainText('Total ₹260')
  expect(await axe(page)).toEqual([])

  await signIn(late)
  await page.goto(postPath(book))
  await expect(page.getByText('Sold out').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buy' }).filter({ visible: true })).toHaveCount(0)

  await signIn(seller)
  await page.goto('/')
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  const order = item(page, name)
  await expect(order).toContainText('New')
  await order.getByLabel('We meet').check()
  await order.getByRole('button', { name: 'Accept' }).click()
  await expect(order).toContainText('Accepted. Meet the buyer')
  expect(await axe(page)).toEqual([])

  await signIn(buyer)
  await page.goto('/')
  await page.getByRole('link', { name: 'My Purchases', exact: true }).click()
  await expect(purchase).toContainText('Accepted. Meet the seller')
  await expect(purchase.getByRole('link', { name: `Call ${seller.name}, ${seller.phone}` })).toBeVisible()
  const code = (await purchase.getByRole('region', { name: 'Hand-over code' }).locator('output').textContent())!
  expect(code).toMatch(/^\d{3} \d{3}$/)
  await expect(purchase.getByRole('img', { name: 'Hand-over code as a QR code' })).toBeVisible()
  expect(await axe(page)).toEqual([])

  await signIn(seller)
  await page.goto('/userOrders?tab=own')
  await order.getByLabel('Hand-over code').fill(code.startsWith('0') ? '111111' : '000000')
  await order.getByRole('button', { name: 'Enter code' }).click()
  await expect(order).toContainText('This is not the code of the order. 4 tries are left.')
  await order.getByLabel('Hand-over code').fill(code)
  await page.keyboard.press('Enter')
  await expect(order).toContainText('Completed')
  await page.getByRole('tab', { name: 'Completed' }).click()
  await expect(order).toBeVisible()

  await signIn(buyer)
  await page.goto('/purchases')
  await expect(purchase).toContainText('Completed')
  await expect(purchase.getByRole('region', { name: 'Hand-over code' })).toHaveCount(0)
  await purchase.getByRole('button', { name: 'Report a problem' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  await dialog.getByRole('button', { name: 'Report the problem' }).click()
  await expect(dialog.getByText('Say what is wrong')).toBeVisible()
  await dialog.getByLabel('What is wrong').fill('Pages 10 to 20 are missing.')
  expect(await axe(page, 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'Report the problem' }).click()
  await expect(dialog).toBeHidden()
  await expect(purchase).toContainText('Problem. Our team looks into it')
  await expect(purchase).toContainText('You: Pages 10 to 20 are missing.')
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a store sells in parts: collected, sent by post, and one cancelled, which gives the copies back', async ({
    page,
    db,
    signIn,
  }) => {
    const [store, buyer] = [await aStore(db), await aStudent(db)]
    const name = unique('Higher Algebra')
    const book = await aBook(db, store, { name, copies: 5 })
    await signIn(buyer)
    for (const quantity of ['2', '2', '1']) {
      await page.goto(postPath(book))
      await page.getByRole('button', { name: 'Buy' }).filter({ visible: true }).first().click()
      await fillOrder(page, { quantity })
      await page.getByRole('button', { name: 'Place Order' }).click()
      await closeSuccess(page, 'Book purchased successfully!')
    }
    await page.goto(postPath(book))
    await expect(page.getByText('Sold out').filter({ visible: true }).first()).toBeVisible()
    await page.goto('/purchases')
    const single = item(page, name).filter({ hasText: 'Quantity 1' })
    await single.getByRole('button', { name: 'Cancel order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel order' })
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await expect(dialog.getByText('Choose a reason')).toBeVisible()
    await dialog.getByLabel('Reason').selectOption('Price')
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await expect(single).toContainText('Cancelled')
    expect(await axe(page)).toEqual([])
    await page.goto(postPath(book))
    await expect(page.getByText('Only 1 copy left')).toBeVisible()

    await signIn(store)
    await page.goto('/orderlist?tab=own')
    const [first, second] = [item(page, name).nth(1), item(page, name).nth(0)]
    await expect(item(page, name)).toHaveCount(2)
    await first.getByLabel('The buyer collects it').check()
    await first.getByRole('button', { name: 'Accept' }).click()
    const accepted = item(page, name).first() // it stands first now
    await accepted.getByRole('button', { name: 'Mark as ready' }).click()
    await expect(accepted).toContainText('Ready to collect')
    await page.goto('/orderlist?tab=own')
    await second.getByLabel('I send it by post').check()
    await second.getByRole('button', { name: 'Accept' }).click()
    await expect(accepted).toContainText('Accepted. Send it')
    await accepted.getByRole('button', { name: 'Mark as sent' }).click()
    await expect(accepted).toContainText('Sent')
    expect(await axe(page)).toEqual([])

    await signIn(buyer)
    await page.goto('/purchases?tab=own')
    const parcel = item(page, name).filter({ hasText: 'It is on its way' })
    await parcel.getByRole('button', { name: 'I have received it' }).click()
    await expect(item(page, name).first()).toContainText('Completed')
  })
})

test('notes are paid by UPI: the buyer says so, the seller confirms', async ({ page, db, signIn }) => {
  const [seller, buyer] = [await aStudent(db), await aStudent(db)]
  const name = unique('Optics, solved')
  const note = await aNote(db, seller, { name, pricePaise: 4_900 })
  await signIn(buyer)
  await buy(page, note, 'Note')
  await page.goto('/purchases')
  const purchase = item(page, name)
  await expect(purchase).toContainText('The seller has not said yet how to pay.')

  await signIn(seller)
  await page.goto('/userOrders')
  const order = item(page, name)
  await order.getByRole('link', { name: 'Add your UPI address' }).click()
  await page.getByLabel('UPI address').fill('no address')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Enter a UPI address such as rina@upi')).toBeVisible()
  await page.getByLabel('UPI address').fill('rituraj.notes@upi')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await closeSuccess(page, 'Data updated successfully!')

  await signIn(buyer)
  await page.goto('/purchases')
  await expect(purchase).toContainText('rituraj.notes@upi')
  await expect(purchase.getByRole('img', { name: 'QR code for a UPI app' })).toBeVisible()
  await expect(page.locator('a[href^="upi:"]')).toHaveCount(0)
  await purchase.getByRole('button', { name: 'I have paid' }).click()
  await expect(purchase.getByText('Enter the last 4 digits of the reference')).toBeVisible()
  await purchase.getByLabel('Last 4 digits of the reference').fill('4821')
  await purchase.getByRole('button', { name: 'I have paid' }).click()
  await expect(purchase).toContainText('Paid. The seller confirms')
  await expect(purchase).toContainText('Reference ends in 4821')
  expect(await axe(page)).toEqual([])

  await signIn(seller)
  await page.goto('/userOrders')
  await expect(order).toContainText('The reference ends in 4821.')
  await order.getByRole('button', { name: 'Confirm payment' }).click()
  await expect(order).toContainText('Completed')
  await signIn(buyer)
  await page.goto('/purchases')
  await expect(purchase).toContainText('The file is yours.')
})

test('after accepting, a seller without counted copies marks the post as sold by one tap', async ({
  page,
  db,
  signIn,
}) => {
  const [seller, buyer] = [await aStudent(db), await aStudent(db)]
  const name = unique('Mrityunjay')
  const book = await aBook(db, seller, { name })
  await signIn(buyer)
  await buy(page, book)
  await signIn(seller)
  await page.goto('/userOrders')
  const order = item(page, name)
  await expect(order.getByText('Still for sale?')).toHaveCount(0)
  await order.getByRole('button', { name: 'Accept' }).click()
  await expect(order.getByText('Still for sale?')).toBeVisible()
  await order.getByRole('button', { name: 'Mark as sold' }).click()
  await expect(order.getByText('Still for sale?')).toHaveCount(0)
  await page.goto(postPath(book))
  await expect(page.getByText('Sold out').filter({ visible: true }).first()).toBeVisible()
})

test('the older orders: found by name and tab, acted on from the second page', async ({ page, db, signIn }) => {
  const [seller, buyer] = [await aStudent(db), await aStudent(db)]
  const word = unique('Deep')
  for (let n = 1; n <= 30; n++) await anOrder(db, { sellerId: seller.id, buyerId: buyer.id, itemName: `${word} ${n}` })
  await signIn(seller)
  await page.goto('/userOrders')
  await expect(page.getByRole('article')).toHaveCount(24)
  await page.getByRole('link', { name: 'Older orders' }).click()
  const old = item(page, `${word} 2`)
  await old.getByRole('button', { name: 'Accept' }).click()
  await expect(old).toContainText('Accepted. Meet the buyer')
  await page.getByLabel('Search by name of the item or the buyer').fill(`${word} 17`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('article').getByRole('button', { name: 'Decline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline order' })
  await dialog.getByLabel('Reason').selectOption('Other')
  await dialog.getByRole('button', { name: 'Decline order' }).click()
  await expect(dialog.getByText('Say why')).toBeVisible()
  await dialog.getByLabel('In your words').fill('I gave it to my sister.')
  await dialog.getByRole('button', { name: 'Decline order' }).click()
  await expect(page.getByRole('article').first()).toContainText('You: I gave it to my sister.')

  await signIn(buyer)
  await page.goto('/purchases?tab=ended')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText('The seller: I gave it to my sister.')
  await page.goto('/purchases')
  await page.getByRole('link', { name: 'Older orders' }).click()
  await expect(item(page, `${word} 2`)).toContainText('Hand-over code')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('an order is accepted, handed over and reported', async ({ page, db, signIn }) => {
    const [seller, buyer] = [await aStudent(db), await aStudent(db)]
    const { itemName } = await anOrder(db, { sellerId: seller.id, buyerId: buyer.id, itemName: unique('Plain') })
    await signIn(seller)
    await page.goto('/userOrders')
    const order = item(page, itemName)
    await order.getByRole('button', { name: 'Accept' }).click()
    await expect(order).toContainText('Accepted. Meet the buyer')
    await order.getByRole('button', { name: 'Enter code' }).click()
    await expect(order).toContainText('Enter the 6 digits that the buyer shows you')
    await signIn(buyer)
    await page.goto('/purchases')
    const code = (await item(page, itemName).locator('output').first().textContent())!
    await signIn(seller)
    await page.goto('/userOrders')
    await order.getByLabel('Hand-over code').fill(code)
    await order.getByRole('button', { name: 'Enter code' }).click()
    await expect(order).toContainText('Completed')
    await signIn(buyer)
    await page.goto('/purchases')
    await item(page, itemName).getByRole('button', { name: 'Report a problem' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report a problem' })
    await dialog.getByLabel('What is wrong').fill('It is another book.')
    await dialog.getByRole('button', { name: 'Report the problem' }).click()
    await expect(item(page, itemName)).toContainText('You: It is another book.')
  })
})
