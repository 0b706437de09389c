import type { BrowserContext, Page } from '@playwright/test'

import { aBook, anOrder, aNote, aNovel, aStudent } from '#database/makers.ts'
import { closeSuccess, expect, openTab, phone as onPhone, test, waitForScript } from '#tests/support/browser.ts'
import { aJpeg, fillBook, fillNotes, fillNovel, fillOrder } from '#tests/support/fill.ts'

const day = crypto.randomUUID().slice(0, 6)
const onThe = (thing: string) => `${thing} ${day}`
const phoneOf = (digit: number) => `${digit}${String(Date.now()).slice(-9)}`
const item = (page: Page, name: string) => page.getByRole('article', { name })

async function signUpStudent(page: Page, { name, phone }: { name: string; phone: string }) {
  await page.goto('/UserSignUp')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Class Name').fill('HS 2nd Year')
  await page.getByLabel('College Name').fill('Cotton College')
  await page.getByLabel('Mobile Number').fill(phone)
  await page.getByLabel('Email').fill('student@puthi.example')
  await page.getByLabel('Password').fill('secret1')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await closeSuccess(page, 'User Registered Successfully')
  await expect(page.getByRole('heading', { name: 'Student Login' })).toBeVisible() // the URL changes earlier
  await logIn(page, phone, 'secret1')
}

async function logIn(page: Page, phone: string, password: string) {
  await page.getByLabel('Phone Number').fill(phone)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await closeSuccess(page, 'Login Successful')
  await page.waitForURL((url) => url.pathname === '/')
}

/** Sends what was filled in on an upload page. */
async function upload(page: Page, submit: string, text: string) {
  await page.getByRole('button', { name: submit }).click()
  await closeSuccess(page, text)
}

async function buy(page: Page, name: string, { quantity, text }: { quantity?: string; text: string }) {
  await item(page, name).getByRole('button', { name: 'Buy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Buy' })
  if (quantity === undefined) await dialog.getByLabel('Email').fill('buyer@puthi.example')
  else await fillOrder(page, { quantity })
  await dialog.getByRole('button', { name: 'Place Order' }).click()
  await closeSuccess(page, text)
}

test('a day on the market: a store at its desk, a student on a phone, and another at a desk', async ({
  browser,
  baseURL,
  db,
}) => {
  test.slow()
  const contexts: BrowserContext[] = []
  const open = async (options: Parameters<typeof browser.newContext>[0] = {}) => {
    const context = await browser.newContext({ baseURL: baseURL!, ...options })
    contexts.push(context)
    const page = await context.newPage()
    // Makes our own viewer show the PDFs, whether or not the test browser has one.
    await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }))
    waitForScript(page)
    return page
  }
  const [store, rina, anup] = [await open(), await open(onPhone), await open()]
  const people = { rina: phoneOf(8), anup: phoneOf(7), store: phoneOf(9) }

  await test.step('they sign up and log in', async () => {
    await store.goto('/sSignup')
    await store.getByLabel('Book Store Name').fill(onThe('Panbazar Books'))
    await store.getByLabel('District').fill('Kamrup')
    await store.getByLabel('Address', { exact: true }).fill('Panbazar')
    await store.getByLabel('Email').fill('store@puthi.example')
    await store.getByLabel('Phone Number').fill(people.store)
    await store.getByLabel('Password').fill('secret1@')
    await store.getByLabel('Picture').setInputFiles(await aJpeg('stall.jpg'))
    await store.getByRole('button', { name: 'Sign Up' }).click()
    await closeSuccess(store, 'Book Store Registered Successfully')
    await expect(store.getByRole('heading', { name: 'Store Login' })).toBeVisible()
    await logIn(store, people.store, 'secret1@')
    await signUpStudent(rina, { name: 'Rina', phone: people.rina })
    await signUpStudent(anup, { name: 'Anup', phone: people.anup })
  })

  await test.step('the store lists a book and a novel, Rina notes and a course', async () => {
    await store.goto('/CreatePost')
    await fillBook(store, onThe('Concepts of Physics'))
    await upload(store, 'Upload Book', 'Book uploaded successfully')
    await openTab(store, 'Upload Novels')
    await fillNovel(store, onThe('Pita Putra'))
    await upload(store, 'Upload Novel', 'Novel uploaded successfully')
    await rina.goto('/CreateCourseAndNotes')
    await fillNotes(rina, onThe('Optics'))
    await upload(rina, 'Upload Notes', 'Notes uploaded successfully')
    await openTab(rina, 'Upload Course Materials')
    await fillNotes(rina, onThe('Spoken English'))
    await upload(rina, 'Upload Course Materials', 'Course materials uploaded successfully')
  })

  await test.step('Anup searches with a slip of the finger, asks, and buys two', async () => {
    await anup.goto('/?tab=books')
    await anup.getByLabel('Book Name').fill(`concpets ${day}`)
    await anup.getByRole('button', { name: 'Search' }).click()
    const book = item(anup, onThe('Concepts of Physics'))
    await expect(book).toContainText('Book')
    await book.getByRole('button', { name: 'Comment' }).click()
    const comments = anup.getByRole('dialog', { name: 'Comments' })
    await comments.getByLabel('Comment', { exact: true }).fill('Which edition is it?')
    await comments.getByRole('button', { name: 'Add Comment' }).click()
    await closeSuccess(anup, 'Comment added successfully!')
    await buy(anup, onThe('Concepts of Physics'), { quantity: '2', text: 'Book purchased successfully!' })
  })

  await test.step('Anup reads the notes and buys them, and the course', async () => {
    await openTab(anup, "Note's")
    await item(anup, onThe('Optics')).getByRole('button', { name: 'Preview' }).click()
    const preview = anup.getByRole('dialog', { name: onThe('Optics') })
    await expect(preview.getByText('Page 1 of 2')).toBeVisible()
    await preview.getByRole('button', { name: 'Close' }).click()
    await buy(anup, onThe('Optics'), { quantity: '1', text: 'Note purchased successfully!' })
    await openTab(anup, 'Courses')
    await buy(anup, onThe('Spoken English'), { text: 'Course purchased successfully!' })
  })

  await test.step('Rina buys the novel on her phone; the store answers in the marketplace', async () => {
    await rina.goto('/?tab=novels')
    await buy(rina, onThe('Pita Putra'), { quantity: '1', text: 'Novel purchased successfully!' })
    await store.goto('/market')
    await item(store, onThe('Concepts of Physics')).getByRole('button', { name: 'Comment' }).click()
    const comments = store.getByRole('dialog', { name: 'Comments' })
    await expect(comments.getByText('Which edition is it?')).toBeVisible()
    await comments.getByLabel('Comment', { exact: true }).fill('The one of 2021.')
    await comments.getByRole('button', { name: 'Add Comment' }).click()
    await closeSuccess(store, 'Comment added successfully!')
  })

  await test.step('the orders are there, with their totals', async () => {
    await store.goto('/orderlist')
    await expect(item(store, onThe('Concepts of Physics'))).toContainText('₹520')
    await expect(item(store, onThe('Pita Putra'))).toContainText('₹110')
    await rina.goto('/userOrders')
    await expect(item(rina, onThe('Optics'))).toContainText('₹70')
    await expect(item(rina, onThe('Spoken English'))).toContainText('b***r@puthi.example')
    await anup.goto('/userOrders')
    await expect(anup.getByText('No orders found')).toBeVisible()
  })

  await test.step('the store sells the book no more; Rina asks for it, and Anup writes to the team', async () => {
    await store.goto('/AlterPosts')
    await item(store, onThe('Concepts of Physics')).getByRole('button', { name: 'Delete' }).click()
    await store.getByRole('alertdialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Delete' }).click()
    await closeSuccess(store, 'Post deleted successfully')
    await rina.goto(`/?tab=books&name=Concepts+${day}`)
    await rina.getByRole('link', { name: 'Request this book' }).click()
    const request = rina.locator('#request')
    await expect(request.getByLabel('Book Name')).toHaveValue(`Concepts ${day}`)
    await request.getByLabel('Class', { exact: true }).fill('XI')
    await request.getByLabel('Stream').selectOption('Science')
    await request.getByLabel('Address').fill('Jorhat')
    await request.getByLabel('PIN').fill('785001')
    await request.getByRole('button', { name: 'Submit Request' }).click()
    await closeSuccess(rina, 'Request submitted successfully. Our team will call you.')
    await anup.goto('/ContactUs')
    await anup.getByLabel('Name').fill('Anup')
    await anup.getByLabel('Phone').fill(people.anup)
    await anup.getByLabel('Reason').fill('A good day.')
    await anup.getByRole('button', { name: 'Send Message' }).click()
    await closeSuccess(anup, 'Thanks for your feedback!')
    await store.goto('/orderlist')
    await item(store, onThe('Concepts of Physics'))
      .getByRole('button', { name: onThe('Concepts of Physics') })
      .click()
    await expect(store.getByRole('dialog').locator('img')).toHaveCount(2) // kept although the post is deleted
  })
  await test.step('a month later there is more of everything than one page', async () => {
    const crowd = await aStudent(db)
    const seller = await db
      .selectFrom('accounts')
      .select('id')
      .where('kind', '=', 'store')
      .where('phone', '=', people.store)
      .executeTakeFirstOrThrow()
    for (let n = 0; n < 26; n++) await aBook(db, seller, { name: onThe(`Stock ${n}`) })
    for (let n = 0; n < 13; n++) await aNote(db, crowd, { name: onThe(`Notes ${n}`) })
    for (let n = 0; n < 50; n++) await aNovel(db, crowd, { name: onThe(`Story ${n}`) })
    for (let n = 0; n < 25; n++) await anOrder(db, { sellerId: seller.id, itemName: onThe(`Sold ${n}`), deal: 'stock' })
  })

  await test.step('Rina buys the 13th book and comments on the 14th, on her phone', async () => {
    await rina.goto('/?tab=books')
    const books = rina.getByRole('article')
    await rina.getByRole('button', { name: 'Load More' }).click()
    await expect(books.nth(13)).toBeVisible()
    const [bought, asked] = await Promise.all([12, 13].map((n) => books.nth(n).getAttribute('aria-label')))
    await buy(rina, bought!, { quantity: '1', text: 'Book purchased successfully!' })
    await item(rina, asked!).getByRole('button', { name: 'Comment' }).click()
    const comments = rina.getByRole('dialog', { name: 'Comments' })
    await comments.getByLabel('Comment', { exact: true }).fill('Still there?')
    await comments.getByRole('button', { name: 'Add Comment' }).click()
    await closeSuccess(rina, 'Comment added successfully!')
  })

  await test.step('Anup buys a novel that came by scrolling, and previews the 13th notes', async () => {
    await anup.goto('/?tab=novels')
    await anup.mouse.wheel(0, 30_000)
    await expect(anup.getByRole('article').nth(48)).toBeVisible()
    const late = (await anup.getByRole('article').nth(48).getAttribute('aria-label'))!
    await buy(anup, late, { quantity: '1', text: 'Novel purchased successfully!' })
    await openTab(anup, "Note's")
    await anup.getByRole('button', { name: 'Load More' }).click()
    const notes = anup.getByRole('article').nth(12)
    const name = (await notes.getAttribute('aria-label'))!
    await notes.getByRole('button', { name: 'Preview' }).click()
    await expect(anup.getByRole('dialog', { name })).toBeVisible()
  })

  await test.step('the store edits a post of its second page and opens an older order', async () => {
    await store.goto('/AlterPosts')
    await store.getByRole('link', { name: 'Older posts' }).click()
    const older = item(store, onThe('Stock 0'))
    await older.getByRole('button', { name: 'Edit' }).click()
    const edit = store.getByRole('dialog', { name: 'Edit Post' })
    await edit.getByLabel('Selling Price').fill('90')
    await edit.getByRole('button', { name: 'Update Post' }).click()
    await closeSuccess(store, 'Post updated successfully')
    await expect(older).toContainText('Buyer pays ₹90')
    await store.goto('/orderlist')
    await store.getByRole('link', { name: 'Older orders' }).click()
    const received = item(store, onThe('Pita Putra'))
    await received.getByRole('button', { name: 'Accept' }).click()
    await expect(received).toContainText('Accepted. Get it ready')
    await received.getByRole('button', { name: onThe('Pita Putra') }).click()
    const order = store.getByRole('dialog', { name: onThe('Pita Putra') })
    await expect(order.getByRole('link', { name: '9876543210' })).toHaveAttribute('href', 'tel:+919876543210')
  })
  for (const context of contexts) await context.close()
})
