import { readFile } from 'node:fs/promises'

import type { Locator, Page } from '@playwright/test'

import { ordersPath, purchasesPath } from '#app/access/paths.ts'
import { settleOrder } from '#app/orders/settle-order.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import type { PostKind } from '#app/posts/post-rules.ts'
import { aBook, aStore, aStudent } from '#database/makers.ts'
import { axe, closeSuccess, expect, phone } from '#tests/support/browser.ts'
import { fillBook, fillNotes, fillOrder, unique } from '#tests/support/fill.ts'
import { linkIn, type ReceivedMail } from '#tests/support/mail-server.ts'
import { mailsTo, test, withMail } from '#tests/support/mailing.ts'
import { readPdf } from '#tests/support/read-pdf.ts'

interface Post {
  id: string
  kind: PostKind
  name: string
}

const item = (page: Page, { name }: { name: string }) => page.getByRole('article', { name, exact: true })
const buyButton = (page: Page) => page.getByRole('button', { name: 'Buy' }).filter({ visible: true }).first()

async function buy(page: Page, post: Post, { name, quantity = '1' }: { name: string; quantity?: string }) {
  await page.goto(postPath(post))
  await buyButton(page).click()
  await fillOrder(page, { name, quantity })
  await page.getByRole('button', { name: 'Place Order' }).click()
  await closeSuccess(page, `${post.kind === 'note' ? 'Note' : 'Book'} purchased successfully!`)
}

/** Moves the focus by Tab until it is there. */
async function tabTo(page: Page, target: Locator) {
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 200; presses++) {
    if (await isFocused()) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${String(target)}`)
}

async function pressByKeyboard(page: Page, target: Locator) {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

async function typeByKeyboard(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

/** Opens the purchase form and fills it in, all but the last key press. */
async function fillOrderByKeyboard(page: Page) {
  await pressByKeyboard(page, buyButton(page))
  const dialog = page.getByRole('dialog', { name: 'Buy' })
  await typeByKeyboard(page, dialog.getByLabel('PIN'), '781001')
  await typeByKeyboard(page, dialog.getByLabel('Address'), 'Panbazar, Guwahati')
}

/** The hand-over code, as the buyer reads it from the purchase. */
async function codeOf(buyer: Page, post: Post, words: string) {
  await buyer.goto(purchasesPath)
  const code = item(buyer, post).filter({ hasText: words }).getByRole('region', { name: 'Hand-over code' })
  return (await code.locator('output').textContent())!
}

async function rate(order: Locator, stars: number, words: string) {
  const rating = order.getByRole('group', { name: 'Rating' })
  await rating.getByRole('radio', { name: `${stars} of 5` }).check({ force: true })
  await rating.getByLabel('In your words').fill(words)
  await rating.getByRole('button', { name: 'Rate' }).click()
  await expect(rating).toContainText('You gave')
}

interface Sides {
  buyer: Page
  seller: Page
  /** Where the seller reads the orders. */
  received: string
}

/** What both sides see and do once a deal is done. */
async function expectCompleted(post: Post, { buyer, seller, received }: Sides) {
  await buyer.goto(`${purchasesPath}?tab=completed`)
  await expect(item(buyer, post)).toContainText('Completed')
  await seller.goto(`${received}?tab=completed`)
  await expect(item(seller, post).first()).toContainText('Completed')
}

test('two students and a store deal to the end, and each is told by mail', async ({ mailing, openAs }) => {
  test.slow() // a dozen deals, one after the other
  const { db, mail, address } = mailing
  const anu = await aStudent(db, { ...withMail(), name: 'Anu Bora' })
  const bani = await aStudent(db, { ...withMail(), name: 'Bani Das', upiAddress: 'bani.das@upi' })
  const store = await aStore(db, { ...withMail(), name: 'Lakhimi Book Stall' })
  const anusPhone = await openAs(anu, phone)
  const banisComputer = await openAs(bani)
  const storesKeyboard = await openAs(store) // without a mouse

  const physics = await aBook(db, anu, { name: unique('Concepts of Physics'), copies: 1 })
  const algebra = await aBook(db, store, { name: unique('Higher Algebra'), copies: 5 })

  const [secondPart, optics] = await test.step('a book and notes are uploaded', async () => {
    const [bookName, noteName] = [`${physics.name}, second part`, unique('Optics, solved')]
    await anusPhone.goto('/CreateBooksAndNovels')
    await fillBook(anusPhone, bookName)
    await anusPhone.getByRole('button', { name: 'Upload Book' }).click()
    await closeSuccess(anusPhone, 'Book uploaded successfully')
    await banisComputer.goto('/CreateCourseAndNotes')
    await fillNotes(banisComputer, noteName)
    await banisComputer.getByRole('button', { name: 'Upload Notes' }).click()
    await closeSuccess(banisComputer, 'Notes uploaded successfully')
    const posts = db.selectFrom('posts').select(['id', 'kind', 'name'])
    const named = (name: string) => posts.where('name', '=', name).executeTakeFirstOrThrow()
    return [await named(bookName), await named(noteName)]
  })

  await test.step('two want the last copy: one has it, the other is offered similar posts', async () => {
    await storesKeyboard.goto(postPath(physics))
    await fillOrderByKeyboard(storesKeyboard)
    await buy(banisComputer, physics, { name: 'Bani' })
    await pressByKeyboard(storesKeyboard, storesKeyboard.getByRole('button', { name: 'Place Order' }))
    const soldOut = storesKeyboard.getByRole('dialog', { name: 'Sold out' })
    await expect(soldOut).toContainText('All copies are sold. Nothing was ordered.')
    expect(await axe(storesKeyboard, 'dialog')).toEqual([])
    await pressByKeyboard(storesKeyboard, soldOut.getByRole('link', { name: secondPart.name }))
    await expect(storesKeyboard).toHaveURL(postPath(secondPart))
  })

  await test.step('they meet: a wrong code, then the right one', async () => {
    await anusPhone.goto(ordersPath.student)
    const order = item(anusPhone, physics)
    await order.getByLabel('We meet').check()
    await order.getByRole('button', { name: 'Accept' }).click()
    await expect(order).toContainText('Accepted. Meet the buyer')
    const code = await codeOf(banisComputer, physics, 'Accepted. Meet the seller')
    await order.getByLabel('Hand-over code').fill(code.startsWith('0') ? '111111' : '000000')
    await order.getByRole('button', { name: 'Enter code' }).click()
    await expect(order).toContainText('This is not the code of the order. 4 tries are left.')
    await order.getByLabel('Hand-over code').fill(code)
    await order.getByRole('button', { name: 'Enter code' }).click()
    await expect(order).toContainText('Completed')
    await expectCompleted(physics, { buyer: banisComputer, seller: anusPhone, received: ordersPath.student })
  })

  await test.step('both rate, and see each other’s rating only then', async () => {
    await rate(item(banisComputer, physics), 4, 'A corner is bent.')
    await anusPhone.goto(`${ordersPath.student}?tab=completed`)
    await expect(item(anusPhone, physics)).not.toContainText('A corner is bent.')
    await rate(item(anusPhone, physics), 5, 'Came on time.')
    await expect(item(anusPhone, physics)).toContainText('A corner is bent.')
    await banisComputer.goto(`${purchasesPath}?tab=completed`)
    await expect(item(banisComputer, physics)).toContainText('Came on time.')
    await banisComputer.goto(postPath(secondPart)) // of the same seller
    await expect(
      banisComputer.getByRole('link', { name: new RegExp(`${anu.name}.*4.0 of 5 stars, 1 rating`) }),
    ).toBeVisible()
  })

  await test.step('who came too late orders the similar one, which is sent and received', async () => {
    await fillOrderByKeyboard(storesKeyboard)
    await pressByKeyboard(storesKeyboard, storesKeyboard.getByRole('button', { name: 'Place Order' }))
    const success = storesKeyboard.getByRole('alertdialog', { name: 'Success' })
    await expect(success).toContainText('Book purchased successfully!')
    await storesKeyboard.keyboard.press('Escape')
    await expect(success).toBeHidden()

    await anusPhone.goto(ordersPath.student)
    const order = item(anusPhone, secondPart)
    await order.getByLabel('I send it by post').check()
    await order.getByRole('button', { name: 'Accept' }).click()
    await expect(order).toContainText('Accepted. Send it')
    await order.getByRole('button', { name: secondPart.name }).click()
    await expect(anusPhone.getByRole('dialog')).toContainText('Panbazar, Guwahati')
    await anusPhone.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await order.getByRole('button', { name: 'Mark as sent' }).click()
    await expect(order).toContainText('The buyer says when it has arrived.')

    await storesKeyboard.goto(purchasesPath)
    const parcel = item(storesKeyboard, secondPart)
    await expect(parcel).toContainText('Sent. It is on its way')
    await pressByKeyboard(storesKeyboard, parcel.getByRole('button', { name: 'I have received it' }))
    await expect(parcel).toContainText('Completed')
    await expectCompleted(secondPart, { buyer: storesKeyboard, seller: anusPhone, received: ordersPath.student })
  })

  await test.step('five copies are sold in parts, and one that is cancelled comes back', async () => {
    await buy(anusPhone, algebra, { name: 'Anu', quantity: '2' })
    for (const quantity of ['2', '1']) await buy(banisComputer, algebra, { name: 'Bani', quantity })
    await banisComputer.goto(postPath(algebra))
    await expect(banisComputer.getByText('Sold out').filter({ visible: true })).toHaveCount(1)

    await banisComputer.goto(purchasesPath)
    const single = item(banisComputer, algebra).filter({ hasText: 'Quantity 1' })
    await single.getByRole('button', { name: 'Cancel order' }).click()
    const dialog = banisComputer.getByRole('dialog', { name: 'Cancel order' })
    await dialog.getByLabel('Reason').selectOption('Price')
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await expect(single).toContainText('Cancelled')
    await banisComputer.goto(postPath(algebra))
    await expect(banisComputer.getByText('Only 1 copy left')).toBeVisible()
  })

  await test.step('the store hands over both other parts, one of them marked as ready before', async () => {
    await storesKeyboard.goto(`${ordersPath.store}?tab=own`)
    await expect(item(storesKeyboard, algebra)).toHaveCount(2)
    for (const [name, buyer] of [
      ['Anu', anusPhone],
      ['Bani', banisComputer],
    ] as const) {
      const order = item(storesKeyboard, algebra).filter({ hasText: name })
      await pressByKeyboard(storesKeyboard, order.getByRole('button', { name: 'Accept' }))
      await expect(order).toContainText('Accepted. Get it ready')
      const isMarked = name === 'Anu'
      if (isMarked) {
        await pressByKeyboard(storesKeyboard, order.getByRole('button', { name: 'Mark as ready' }))
        await expect(order).toContainText('Ready to collect')
      }
      const code = await codeOf(buyer, algebra, isMarked ? 'Ready to collect' : 'The store gets it ready')
      await typeByKeyboard(storesKeyboard, order.getByLabel('Hand-over code'), code)
      await storesKeyboard.keyboard.press('Enter')
      await expect(order).toContainText('Completed')
      await expectCompleted(algebra, { buyer, seller: storesKeyboard, received: ordersPath.store })
      await storesKeyboard.goto(`${ordersPath.store}?tab=own`)
    }
  })

  await test.step('the notes are paid by UPI, confirmed, and read page by page', async () => {
    await buy(anusPhone, optics, { name: 'Anu' })
    await anusPhone.goto(purchasesPath)
    const purchase = item(anusPhone, optics)
    await expect(purchase).toContainText('bani.das@upi')
    await expect(purchase.getByRole('link', { name: 'Download PDF' })).toHaveCount(0)
    await purchase.getByLabel('Last 4 digits of the reference').fill('4821')
    await purchase.getByRole('button', { name: 'I have paid' }).click()
    await expect(purchase).toContainText('Paid. The seller confirms')
    await banisComputer.goto(ordersPath.student)
    const order = item(banisComputer, optics)
    await expect(order).toContainText('The reference ends in 4821.')
    await order.getByRole('button', { name: 'Confirm payment' }).click()
    await expect(order).toContainText('Completed')
    await expectCompleted(optics, { buyer: anusPhone, seller: banisComputer, received: ordersPath.student })

    await rate(purchase, 3, 'Short, but clear.')
    await banisComputer.reload()
    await expect(order).toContainText('Short, but clear.') // of notes there is no other rating to wait for

    for (const [number, pageCount] of [
      [1, 2],
      [2, 3],
    ] as const) {
      const link = purchase.getByRole('link', { name: `Download PDF ${number}` })
      const download = anusPhone.waitForEvent('download')
      await link.click()
      const pages = await readPdf(await readFile(await (await download).path()))
      expect(pages.map(({ text }) => text.trim())).toEqual(Array.from({ length: pageCount }, (_, n) => `Page ${n + 1}`))
      // The line with the buyer's name is a picture at the foot of each page, where the notes have nothing.
      expect(pages.map((page) => page.hasInk({ top: 0.96 }))).toEqual(pages.map(() => true))
      const file = (await link.getAttribute('href'))!
      for (const other of [banisComputer, storesKeyboard]) expect((await other.request.get(file)).status()).toBe(404)
    }
  })

  const problem = await test.step('a problem is reported, and the team ends it', async () => {
    await banisComputer.goto(purchasesPath)
    const purchase = item(banisComputer, physics)
    await purchase.getByRole('button', { name: 'Report a problem' }).click()
    const dialog = banisComputer.getByRole('dialog', { name: 'Report a problem' })
    await dialog.getByLabel('What is wrong').fill('Pages 10 to 20 are missing.')
    await dialog.getByRole('button', { name: 'Report the problem' }).click()
    await expect(purchase).toContainText('Problem. Our team looks into it')
    await anusPhone.goto(`${ordersPath.student}?tab=other`)
    await expect(item(anusPhone, physics)).toContainText('The buyer: Pages 10 to 20 are missing.')

    const orders = db.selectFrom('orders').select('number').where('postId', '=', physics.id)
    const { number } = await orders.executeTakeFirstOrThrow()
    const reason = 'Anu gives half of the price back.'
    expect(await settleOrder(db, { number, how: 'complete', reason, by: 'command line of test' })).toBe('done')
    for (const [page, path] of [
      [banisComputer, purchasesPath],
      [anusPhone, ordersPath.student],
    ] as const) {
      await page.goto(`${path}?tab=completed`)
      await expect(item(page, physics)).toContainText(`Our team: ${reason}`)
    }
    return number
  })

  await test.step('full pages pass axe, and fit on a phone', async () => {
    for (const [page, path, count] of [
      [anusPhone, purchasesPath, 2],
      [anusPhone, ordersPath.student, 2],
      [banisComputer, purchasesPath, 3],
      [storesKeyboard, ordersPath.store, 3],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('article')).toHaveCount(count)
      expect(await axe(page)).toEqual([])
    }
  })

  await test.step('each mail has reached its reader, and leads to its order', async () => {
    const { number: ticket } = await db.selectFrom('tickets').select('number').executeTakeFirstOrThrow() // of the problem
    const subjects = {
      [anu.email]: [
        `Bani ordered ${physics.name}`,
        `Bani reports a problem with ${physics.name}`,
        `Our team has settled the order of ${physics.name}`,
        `Bani has rated the deal about ${physics.name}`,
        `${store.name} ordered ${secondPart.name}`,
        `${store.name} has received ${secondPart.name}`,
        `Your order of ${algebra.name}`,
        `${store.name} accepted your order of ${algebra.name}`,
        `${algebra.name} is ready to collect`,
        `You have ${algebra.name}`,
        `Your order of ${optics.name}`,
        `${optics.name} is yours`,
      ],
      [bani.email]: [
        `Your order of ${physics.name}`,
        `${anu.name} accepted your order of ${physics.name}`,
        `You have ${physics.name}`,
        `We have it: number ${ticket}`,
        `Our team has settled the order of ${physics.name}`,
        `${anu.name} gave you 5 stars for ${physics.name}`,
        `Anu gave you 3 stars for ${optics.name}`,
        `Your order of ${algebra.name}`,
        `Your order of ${algebra.name}`,
        `${store.name} accepted your order of ${algebra.name}`,
        `You have ${algebra.name}`,
        `Anu ordered ${optics.name}`,
        `Anu paid for ${optics.name}`,
      ],
      [store.email]: [
        `Your order of ${secondPart.name}`,
        `${anu.name} accepted your order of ${secondPart.name}`,
        `${secondPart.name} is on its way`,
        `Anu ordered ${algebra.name}`,
        `Bani ordered ${algebra.name}`,
        `Bani ordered ${algebra.name}`,
        `Bani cancelled the order of ${algebra.name}`,
      ],
    }
    const orders = await db.selectFrom('orders').select(['id', 'number', 'buyerId', 'itemName']).execute()
    const orderOf = ({ text }: ReceivedMail) =>
      orders.find(({ number }) => number === Number(/^Order: (\d+)$/m.exec(text)![1]))!
    for (const [page, reader] of [
      [anusPhone, anu],
      [banisComputer, bani],
      [storesKeyboard, store],
    ] as const) {
      const expected = subjects[reader.email]!
      const mails = await mailsTo(mail, reader.email, expected.length)
      expect(mails.map(({ subject }) => subject).toSorted()).toEqual(expected.toSorted())
      const links = new Map<string, string>()
      for (const one of mails.filter(({ subject }) => !subject.startsWith('We have it'))) {
        const { id, buyerId, itemName } = orderOf(one)
        expect(one.subject).toContain(itemName)
        const path = buyerId === reader.id ? purchasesPath : ordersPath[reader.kind]
        expect(linkIn(one, path)).toBe(`${address}${path}?first=${id}`)
        links.set(linkIn(one, path), itemName)
      }
      for (const [link, itemName] of links) {
        await page.goto(link)
        await expect(page.getByRole('article').first()).toHaveAccessibleName(itemName)
      }
    }
    const toTeam = mail.to('support@puthi.example').filter(({ text }) => text.includes(physics.name))
    expect(toTeam.map(({ subject }) => subject)).toEqual([`Order ${problem}: a problem`])
    expect(toTeam[0]!.text).toContain('“Pages 10 to 20 are missing.”')
  })
})
