import type { Page } from '@playwright/test'
import { sql } from 'kysely'

import { aBook, aStore, aStudent, makersPassword } from '#database/makers.ts'
import { axe, closeSuccess, expect, phone, scriptOf } from '#tests/support/browser.ts'
import { fillOrder, unique } from '#tests/support/fill.ts'
import { linkIn } from '#tests/support/mail-server.ts'
import { anAddress, mailsTo, test, withMail } from '#tests/support/mailing.ts'

async function logIn(page: Page, number: string, password = makersPassword, path = '/login') {
  await page.goto(path)
  await scriptOf(page)
  await page.getByLabel('Phone').fill(number)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await closeSuccess(page, 'Login Successful')
  await expect(page.getByRole('link', { name: 'Signed in as' })).toBeVisible()
}

test('an order reaches the seller, and the buyer has a receipt', async ({ page, browser, mailing, signIn }) => {
  const { db, mail, address } = mailing
  const [store, student] = [await aStore(db, withMail()), await aStudent(db, withMail())]
  const book = await aBook(db, store, { name: unique('Physics'), pricePaise: 20_000 })
  await signIn(student)
  await page.goto(`/posts/${book.id}`)
  await page.getByRole('button', { name: 'Buy' }).filter({ visible: true }).click()
  await fillOrder(page, { quantity: '2' })
  await page.getByRole('button', { name: 'Place Order' }).click()
  await closeSuccess(page, 'Book purchased successfully!')

  const [toSeller] = await mailsTo(mail, store.email, 1)
  expect(toSeller!.subject).toBe(`Rina ordered ${book.name}`)
  for (const words of [`Item: ${book.name}`, 'Quantity: 2', 'Total: ₹400', 'Name: Rina'])
    expect(toSeller!.text).toContain(words)
  expect(toSeller!.text).not.toMatch(/9876543210|781001/) // the phone and the address are in the orders, not in mails
  expect(linkIn(toSeller!, '/orderlist')).toContain(`${address}/orderlist?first=`)
  const [toBuyer] = await mailsTo(mail, student.email, 1)
  expect(toBuyer!.subject).toBe(`Your order of ${book.name}`)
  expect(toBuyer!.text).toContain(`Seller: ${store.name}`)

  // In the app: the bell counts it, opening it leads to the order and marks it as read.
  const atStore = await browser.newContext({ ...phone, baseURL: address })
  const storePage = await atStore.newPage()
  await logIn(storePage, store.phone, makersPassword, '/slogin')
  await storePage.getByRole('link', { name: 'Notices, 1 unread' }).click()
  await expect(storePage.getByRole('heading', { name: 'Today' })).toBeVisible()
  await storePage.getByRole('link', { name: `Unread: Rina ordered ${book.name}` }).click()
  await expect(storePage).toHaveURL(/\/orderlist\?first=/)
  await expect(storePage.getByRole('article').first()).toContainText(book.name)
  await storePage.getByRole('link', { name: 'Notices', exact: true }).click()
  await expect(storePage.getByRole('link', { name: `Rina ordered ${book.name}` })).toBeVisible()
  expect(await axe(storePage)).toEqual([])
  await atStore.close()
})

test('a question reaches the seller, the answer who asked, and a link of the mail ends such mails', async ({
  page,
  browser,
  mailing,
  signIn,
}) => {
  const { db, mail, address } = mailing
  const [seller, asker] = [await aStudent(db, withMail()), await aStudent(db, withMail())]
  const book = await aBook(db, seller, { name: unique('Chemistry') })
  await signIn(asker)
  await page.goto(`/posts/${book.id}`)
  const ask = async (words: string) => {
    await page.getByLabel('Comment', { exact: true }).fill(words)
    await page.getByRole('button', { name: 'Add Comment' }).click()
    await closeSuccess(page, 'Comment added successfully!')
  }
  await ask('Are all pages there?')
  const [question] = await mailsTo(mail, seller.email, 1)
  expect(question!.subject).toBe(`A new comment on ${book.name}`)
  expect(question!.text).toContain('“Are all pages there?”')

  const ofSeller = await browser.newContext({ ...phone, baseURL: address })
  const sellerPage = await ofSeller.newPage()
  await logIn(sellerPage, seller.phone)
  await sellerPage.goto(linkIn(question!, `/posts/${book.id}`))
  await sellerPage.getByText('Answer', { exact: true }).click()
  await sellerPage.getByLabel('Your answer').fill('Yes, all of them.')
  await sellerPage.getByRole('button', { name: 'Send' }).click()
  const [answer] = await mailsTo(mail, asker.email, 1)
  expect(answer!.subject).toBe(`${seller.name} answered you on ${book.name}`)
  expect(mail.to(seller.email)).toHaveLength(1) // not of the own answer

  // Without log-in, by what the mail says to mail programs (RFC 8058).
  expect(question!.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const stop = question!.headers.get('list-unsubscribe')!.slice(1, -1)
  expect(linkIn(question!, '/unsubscribe')).toBe(stop)
  const visitor = await browser.newContext({ baseURL: address })
  const visitorPage = await visitor.newPage()
  await visitorPage.goto(stop)
  await expect(visitorPage.getByText('Comments and answers come to you by mail. Shall that end?')).toBeVisible()
  expect((await fetch(stop.replace(/.$/, 'x'), { method: 'POST' })).status).toBe(404)
  const oneClick = await fetch(stop, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  expect(oneClick.status).toBe(200)
  await ask('And is the cover whole?')
  await expect(sellerPage.getByText('Yes, all of them.')).toBeVisible()
  await sellerPage.goto('/notices')
  await expect(sellerPage.getByRole('link', { name: 'And is the cover whole?' })).toBeVisible() // in the app it still comes
  await expect(sellerPage.getByRole('checkbox', { name: 'Comments and answers: mail' })).not.toBeChecked()
  await sellerPage.getByRole('checkbox', { name: 'Comments and answers: mail' }).check()
  await expect
    .poll(() =>
      db
        .selectFrom('noticeSettings')
        .select('isOn')
        .where('accountId', '=', seller.id)
        .where('way', '=', 'mail')
        .where('kind', '=', 'comments')
        .executeTakeFirst(),
    )
    .toEqual({ isOn: true })
  await ask('Thank you!')
  await mailsTo(mail, seller.email, 2)
  await Promise.all([visitor.close(), ofSeller.close()])
})

test('who forgot the password gets back in, by phone and by e-mail, and each link works once', async ({
  page,
  mailing,
  signIn,
}) => {
  const { db, mail } = mailing
  const student = await aStudent(db, { email: anAddress() })
  await signIn(student) // somebody else, with a stolen session
  const ask = async (who: string) => {
    await page.context().clearCookies()
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByLabel('Phone Number or Email').fill(who)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('a link is on its way')).toBeVisible()
  }
  const stolen = await page.context().cookies()
  await ask(`+91 ${student.phone}`)
  const [first] = await mailsTo(mail, student.email, 1)
  const firstLink = linkIn(first!, '/reset-password')
  await ask(student.email.toUpperCase())
  const [, second] = await mailsTo(mail, student.email, 2)
  expect(second!.subject).toBe('Choose a new password')
  expect(second!.messageId).not.toBe(first!.messageId)

  await page.goto(linkIn(second!, '/reset-password'))
  await expect(page).toHaveURL('/reset-password') // without the token, which a Referer could carry on
  expect(await axe(page)).toEqual([])
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password should be at least 6 characters long')).toBeVisible()
  await page.getByLabel('New password').fill('quite@new1')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page).toHaveURL('/login?reset=on')
  await expect(page.getByText('Your password is changed. Log in with the new one.')).toBeVisible()

  for (const used of [linkIn(second!, '/reset-password'), firstLink]) {
    await page.goto(used)
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  }
  await page.context().addCookies(stolen)
  await page.goto('/account/security')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible() // the stolen session has ended
  await logIn(page, student.phone, 'quite@new1')
})

test('a link is too late after 30 minutes, and ends with a change of the password or the address', async ({
  page,
  mailing,
}) => {
  const { db, mail, address } = mailing
  const [late, changed] = [await aStudent(db, { email: anAddress() }), await aStudent(db, { email: anAddress() })]
  for (const { phone: number, email } of [late, changed]) {
    const body = new URLSearchParams({ who: number })
    expect((await fetch(`${address}/forgot-password`, { method: 'POST', body })).status).toBe(200)
    await mailsTo(mail, email, 1)
  }
  const links = [late, changed].map(({ email }) => linkIn(mail.to(email)[0]!, '/reset-password'))
  const openLinks = () =>
    db
      .selectFrom('accountLinks')
      .select('accountId')
      .where('expiresAt', '>', sql<Date>`now()`)
  expect(await openLinks().where('accountId', 'in', [late.id, changed.id]).execute()).toHaveLength(2)
  await db
    .updateTable('accountLinks')
    .set({ expiresAt: sql`expires_at - interval '30 minutes'` })
    .where('accountId', '=', late.id)
    .execute()
  await logIn(page, changed.phone)
  await page.goto('/profile?edit=on')
  await page.getByLabel('Email').fill(anAddress())
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await closeSuccess(page, 'Data updated successfully!')
  for (const link of links) {
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  }
})

test('an unknown address is answered as a known one', async ({ mailing }) => {
  const { db, address } = mailing
  const student = await aStudent(db, { email: anAddress() })
  const ask = async (who: string) => {
    const response = await fetch(`${address}/forgot-password`, { method: 'POST', body: new URLSearchParams({ who }) })
    return `${response.status} ${(await response.text()).replaceAll(/nonce="[^"]*"/g, '')}`
  }
  expect(await ask(anAddress())).toBe(await ask(student.email))
})

test('an address is confirmed by its link, a new one is told to the old one, and a refused one on the profile', async ({
  page,
  mailing,
}) => {
  const { db, mail } = mailing
  const [email, newEmail] = [anAddress(), anAddress()]
  const number = `8${String(Math.random()).slice(2, 11)}`
  await page.goto('/UserSignUp')
  await page.getByLabel('Name', { exact: true }).fill('Rina')
  await page.getByLabel('Class Name').fill('XI')
  await page.getByLabel('College Name').fill('Cotton')
  await page.getByLabel('Mobile Number').fill(number)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(makersPassword)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await closeSuccess(page, 'User Registered Successfully')
  const [confirm] = await mailsTo(mail, email, 1)
  expect(confirm!.subject).toBe('Confirm your e-mail address')
  await logIn(page, number)
  await page.goto('/profile')
  await expect(page.getByText('Your e-mail address is not confirmed')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.goto(linkIn(confirm!, '/confirm-email'))
  await page.getByRole('button', { name: 'Yes, it is mine' }).click()
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible()
  await page.goto(linkIn(confirm!, '/confirm-email'))
  await expect(page.getByText('This link was used')).toBeVisible()

  await page.goto('/profile?edit=on')
  await expect(page.getByText('Your e-mail address is not confirmed')).toBeHidden()
  await page.getByLabel('Email').fill(newEmail)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await closeSuccess(page, 'Data updated successfully!')
  const [, told] = await mailsTo(mail, email, 2)
  expect(told!.subject).toBe('Your e-mail address was changed')
  await mailsTo(mail, newEmail, 1)

  mail.state.answer = 'refuse'
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('The link is on its way')).toBeVisible()
  await expect
    .poll(
      async () =>
        (
          await db
            .selectFrom('accounts')
            .select('emailRefusedAt')
            .where('email', '=', newEmail)
            .executeTakeFirstOrThrow()
        ).emailRefusedAt,
    )
    .not.toBeNull()
  mail.state.answer = 'take'
  await page.goto('/profile')
  await expect(page.getByText('Mails to your address came back')).toBeVisible()
})

test('a log-in from a new browser is told, and one from a known browser is not', async ({ page, browser, mailing }) => {
  const { db, mail, address } = mailing
  const student = await aStudent(db, withMail())
  await logIn(page, student.phone)
  const other = await browser.newContext({ ...phone, baseURL: address })
  const otherPage = await other.newPage()
  await logIn(otherPage, student.phone)
  const [told] = await mailsTo(mail, student.email, 1)
  expect(told!.subject).toBe('New log-in to your account')
  expect(told!.text).toContain('Chrome on Android')
  expect(told!.headers.has('list-unsubscribe')).toBe(false)
  await otherPage.goto('/logout')
  await logIn(otherPage, student.phone)
  await page.goto('/notices')
  await page.getByRole('link', { name: 'Unread: New log-in to your account' }).click()
  await expect(page).toHaveURL('/account/security')
  expect(mail.to(student.email)).toHaveLength(1)
  await other.close()
})

test('no log line has a token or an address', async ({ mailing }) => {
  const { db, mail, address, output } = mailing
  const student = await aStudent(db, { email: anAddress() })
  await fetch(`${address}/forgot-password`, { method: 'POST', body: new URLSearchParams({ who: student.email }) })
  const [reset] = await mailsTo(mail, student.email, 1)
  const link = linkIn(reset!, '/reset-password')
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(302)
  await expect.poll(output).toContain('"path":"/reset-password"')
  expect(output()).not.toContain(new URL(link).searchParams.get('token'))
  expect(output()).not.toContain('@puthi.example')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, ...phone })

  test('a password is forgotten and chosen anew, and settings are kept by a button', async ({
    page,
    mailing,
    signIn,
  }) => {
    const { db, mail } = mailing
    const store = await aStore(db, { email: anAddress() })
    await page.goto('/slogin')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByLabel('Phone Number or Email').fill('nobody')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('Please enter a 10-digit phone number or an e-mail address')).toBeVisible()
    await expect(page.getByLabel('Phone Number or Email')).toHaveValue('nobody')
    await page.getByLabel('Phone Number or Email').fill(store.phone)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('a link is on its way')).toBeVisible()
    const [reset] = await mailsTo(mail, store.email, 1)
    await page.goto(linkIn(reset!, '/reset-password'))
    await page.getByLabel('New password').fill('letters')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('contain both letters and numbers')).toBeVisible()
    await page.getByLabel('New password').fill('quite@new1')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page).toHaveURL('/slogin?reset=on')

    await signIn(store)
    await page.goto('/notices')
    await expect(page.getByText('Your password was changed')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Orders: push' }).uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Your choice is kept.')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Orders: push' })).not.toBeChecked()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(page.getByRole('link', { name: 'Notices', exact: true })).toBeVisible()
  })
})
