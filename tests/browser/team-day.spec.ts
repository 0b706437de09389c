import type { Browser, Page } from '@playwright/test'

import { purchasesPath } from '#app/access/paths.ts'
import { addMember } from '#app/team/keep-members.server.ts'
import { codeAt, stepAt } from '#app/team/time-code.server.ts'
import { changeOrder } from '#app/orders/change-order.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { aBook, aNote, anOrder, aStudent } from '#database/makers.ts'
import { axe, closeSuccess, expect, phone, waitForScript } from '#tests/support/browser.ts'
import { unique } from '#tests/support/fill.ts'
import { anAddress, mailAbout, mailsTo, test, withMail } from '#tests/support/mailing.ts'
import { startServer } from '#tests/support/server.ts'

type Mailing = { address: string; db: Parameters<typeof addMember>[0] }

/** Follows the link of `npm run team`, chooses a password, sets up the codes, and keeps the recovery codes. */
async function joinTeam(browser: Browser, { address, db }: Mailing, name: string, role: 'support' | 'owner') {
  const [email, password] = [anAddress(), 'a long password for the team']
  const { path } = (await addMember(db, { name, email, role }, 'command line of test')) as { path: string }
  const context = await browser.newContext({ baseURL: address })
  const page = await context.newPage()
  waitForScript(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: `Welcome to the team, ${name}` })).toBeVisible()
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Choose this password' }).click()
  await expect(page.getByText('Password should be at least 12 characters long')).toBeVisible()
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Choose this password' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByRole('textbox', { name: 'Code' }).fill(codeAt(secret, stepAt(Date.now())))
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('listitem')).toHaveCount(10)
  await page.getByRole('link', { name: 'I have kept them' }).click()
  await expect(page.getByRole('heading', { name: 'Tickets' })).toBeVisible()
  return page
}

const open = async (page: Page, subject: string) => {
  await page.goto('/team/tickets')
  await page.getByRole('link', { name: subject }).click()
  await expect(page.getByRole('complementary', { name: subject })).toBeVisible()
}

test('a day of the team: a message is answered, a note hidden, a problem ended, a person suspended, and all is noted', async ({
  mailing,
  openAs,
  browser,
}) => {
  test.slow()
  const { db, mail, address, databaseUrl } = mailing
  const [anu, bani] = [
    await aStudent(db, { ...withMail(), name: 'Anu Bora' }),
    await aStudent(db, { ...withMail(), name: 'Bani Das' }),
  ]
  const support = await joinTeam(browser, mailing, 'Nilakshi', 'support')
  const owner = await joinTeam(browser, mailing, 'Rupam', 'owner')
  const anusPhone = await openAs(anu, phone)

  await test.step('a message has a number, is answered, and the answer is read and answered', async () => {
    await anusPhone.goto('/ContactUs')
    await anusPhone.getByLabel('Name').fill('Anu Bora')
    await anusPhone.getByLabel('Phone').fill(anu.phone)
    await anusPhone.getByLabel('Reason').fill('How do I get my PDF again?')
    await anusPhone.getByRole('button', { name: 'Send Message' }).click()
    await closeSuccess(anusPhone, 'Thanks for your feedback!')
    await expect(anusPhone.getByText(/Your message has the number \d+/)).toBeVisible()
    const [told] = await mailsTo(mail, anu.email, 1)
    expect(told!.subject).toMatch(/^We have it: number \d+$/)

    // By the keyboard alone.
    await support.goto('/team/tickets')
    const row = support.getByRole('link', { name: 'How do I get my PDF again?' })
    await expect(async () => {
      await support.keyboard.press('j')
      await expect(row).toBeFocused({ timeout: 500 })
    }).toPass()
    await row.press('Enter')
    await expect(support.getByRole('complementary')).toContainText('How do I get my PDF again?')
    expect(await axe(support)).toEqual([])
    await support.keyboard.press('t')
    await expect(support.getByRole('complementary')).toContainText('Has it: Nilakshi')
    await support.keyboard.press('a')
    await support.keyboard.type('It waits in My Purchases.')
    await support.getByRole('button', { name: 'Send answer' }).click()
    await expect(support.getByRole('region', { name: 'History' })).toContainText('It waits in My Purchases.')
    const answered = (await mailsTo(mail, anu.email, 2)).at(-1)!
    expect(answered.subject).toContain('Our team answered you')
    expect(answered.text).toContain('It waits in My Purchases.')

    await anusPhone.goto('/help')
    const ticket = anusPhone.getByRole('article', { name: /How do I get my PDF again/ })
    await expect(ticket).toContainText('Waits for you')
    await expect(ticket).toContainText('It waits in My Purchases.')
    await ticket.getByText('Write about this').click()
    await ticket.getByLabel('Message').fill('Thank you, I found it')
    await ticket.getByRole('button', { name: 'Send' }).click()
    await expect(anusPhone.getByText('Your message has arrived')).toBeVisible()
    expect(await axe(anusPhone)).toEqual([])
    await open(support, 'How do I get my PDF again?')
    await expect(support.getByRole('region', { name: 'History' })).toContainText('Thank you, I found it')
    await support.keyboard.press('d')
    await expect(support.getByRole('button', { name: 'Open again' })).toBeVisible()
  })

  await test.step('a request finds a misspelt post; its person is told by mail, and the team sends the post along', async () => {
    const name = unique('Higher Engineering Mathematics')
    await anusPhone.goto('/#request')
    const form = anusPhone.locator('#request')
    await form.getByLabel('Book Name').fill(name)
    await form.getByLabel('Class', { exact: true }).fill('B.Tech 1st Year')
    await form.getByLabel('Stream').selectOption('Science')
    await form.getByLabel('Address').fill('Panbazar, Guwahati')
    await form.getByLabel('PIN').fill('781001')
    await form.getByRole('button', { name: 'Submit Request' }).click()
    await closeSuccess(anusPhone, 'Request submitted successfully. Our team will call you.')
    const misspelt = name.replace('Engineering', 'Enginering')
    await aBook(db, bani, { name: misspelt, className: 'B.Tech 1st Year', pricePaise: 42_000 })
    const matches = () => mail.to(anu.email).filter(({ subject }) => subject.endsWith('is for sale'))
    await expect.poll(() => matches().map(({ subject }) => subject)).toEqual([`A copy of ${misspelt} is for sale`])

    await open(support, name)
    await expect(support.getByRole('region', { name: 'History' })).toContainText('New match')
    await support.getByRole('checkbox', { name: misspelt }).check()
    await support.getByLabel(/^Answer to Anu Bora/).fill('One copy is for sale.')
    await support.getByRole('button', { name: 'Send answer' }).click()
    await expect(support.getByRole('region', { name: 'History' })).toContainText('One copy is for sale.')
    await anusPhone.goto('/help')
    const ticket = anusPhone.getByRole('article', { name: new RegExp(name) })
    await expect(ticket).toContainText('One copy is for sale.')
    await expect(ticket.getByRole('link', { name: misspelt })).toBeVisible()
    await support.getByRole('button', { name: 'Done' }).click()
    await expect(support.getByRole('button', { name: 'Open again' })).toBeVisible()
    await anusPhone.goto('/my-requests')
    await expect(anusPhone.getByRole('article', { name })).toContainText('Closed')
  })

  await test.step('a reported note is hidden, and gone from every place at once, in a second process, too', async () => {
    const second = await startServer({ DATABASE_URL: databaseUrl, PUBLIC_URL: address, LOG_LEVEL: 'warn' })
    const note = await aNote(db, bani, { name: unique('All answers of HSLC') })
    const has = async (site: string, path: string) => (await (await fetch(site + path)).text()).includes(note.name)
    const places = ['/?tab=notes', `/search?q=${encodeURIComponent(note.name)}`, `/sellers/${bani.id}?tab=notes`]
    for (const site of [address, second.address]) for (const path of places) expect(await has(site, path)).toBe(true)

    await anusPhone.goto(postPath(note))
    await anusPhone.getByRole('link', { name: 'Report this post' }).click()
    await expect(anusPhone.getByRole('main')).toContainText(note.name)
    await anusPhone.getByRole('button', { name: 'Report' }).click()
    await expect(anusPhone.getByText('Choose what is wrong')).toBeVisible()
    await anusPhone.getByLabel('What is wrong?').selectOption({ label: 'Copied without the right to' })
    await anusPhone.getByLabel('In your words').fill('It is from a printed book')
    await anusPhone.getByRole('button', { name: 'Report' }).click()
    await expect(anusPhone.getByText('Your message has arrived')).toBeVisible()

    await open(support, `Post: ${note.name}`)
    const panel = support.getByRole('complementary')
    await expect(panel).toContainText('Copied without the right to')
    await panel.getByText('Hide, warn, suspend').click()
    await expect(panel.getByRole('button', { name: 'Suspend the account' })).toHaveCount(0) // an owner's matter
    await panel.getByRole('button', { name: 'Hide' }).click()
    await expect(panel.getByText('Say why: the person reads it')).toBeVisible()
    await panel.getByLabel('Reason').fill('It is copied from a printed book.')
    await panel.getByRole('button', { name: 'Hide' }).click()
    await expect(support.getByRole('region', { name: 'History' })).toContainText('hid it')
    for (const site of [address, second.address]) {
      expect(
        await Promise.all(places.filter((path) => !path.includes('search')).map((path) => has(site, path))),
      ).toEqual([false, false])
      expect((await fetch(site + postPath(note))).status).toBe(410)
    }
    const [told] = await mailsTo(mail, bani.email, 1)
    expect(told!.subject).toBe(`Our team has hidden your post ${note.name}`)
    expect(told!.text).toContain('It is copied from a printed book.')
    await second.stop()
  })

  await test.step('a problem of an order is ended, in words that both read', async () => {
    const book = await aBook(db, bani, { name: unique('Torn book') })
    const sides = { sellerId: bani.id, buyerId: anu.id, postId: book.id, itemName: book.name }
    const order = await anOrder(db, { ...sides, deal: 'copy', state: 'meeting', buyerTab: 'own' })
    const problem = { orderId: order.id, person: anu, deed: 'report problem' as const, detail: 'Two pages are torn' }
    await changeOrder(db, { ...problem, key: crypto.randomUUID() })
    await open(support, 'Two pages are torn')
    const panel = support.getByRole('complementary')
    await panel.getByText('End the problem').click()
    await panel.getByLabel('What the team decided').fill('The seller takes the book back.')
    await panel.getByRole('button', { name: 'Cancel the order' }).click()
    await expect(panel.getByRole('button', { name: 'Open again' })).toBeVisible()
    await anusPhone.goto(`${purchasesPath}?tab=ended`)
    await expect(anusPhone.getByRole('article', { name: book.name })).toContainText('The seller takes the book back.')
  })

  await test.step('a person is suspended by an owner, told, and logged out', async () => {
    const banisComputer = await openAs(bani)
    await banisComputer.goto('/profile')
    await expect(banisComputer.getByRole('heading', { name: 'My Profile' })).toBeVisible()
    await owner.goto('/team/people')
    await owner.getByLabel('Name, phone, e-mail or id').fill(bani.phone)
    await owner.getByRole('button', { name: 'Find' }).click()
    await owner.getByRole('link', { name: 'Bani Das' }).click()
    await expect(owner.getByRole('heading', { name: 'Bani Das' })).toBeVisible()
    await owner.setViewportSize({ width: 390, height: 844 })
    expect(await axe(owner)).toEqual([])
    await owner.getByText('Hide, warn, suspend').click()
    await owner.getByLabel('Reason').fill('Sold copied notes again.')
    await owner.getByLabel('Suspended', { exact: true }).selectOption({ label: '30 days' })
    await owner.getByRole('button', { name: 'Suspend the account' }).click()
    await expect(owner.getByText(/Suspended until .*: Sold copied notes again\./)).toBeVisible()
    const told = await mailAbout(mail, bani.email, 'Your account is suspended')
    expect(told.text).toContain('For 30 days. Sold copied notes again.')
    await banisComputer.goto('/profile')
    await expect(banisComputer).toHaveURL(/\/login/)
    await banisComputer.getByLabel('Phone Number').fill(bani.phone)
    await banisComputer.getByLabel('Password').fill('puthi@123')
    await banisComputer.getByRole('button', { name: 'Login' }).click()
    await expect(banisComputer.getByRole('alertdialog')).toContainText('Sold copied notes again.')
  })

  await test.step('support cannot do what owners may, and every deed is in the audit', async () => {
    for (const path of ['/team/people', `/team/people/${anu.id}`])
      expect((await support.goto(path))!.status()).toBe(404)
    const events = await db
      .selectFrom('auditEvents')
      .select(['event', 'by'])
      .where('kind', '<>', 'security')
      .orderBy('id')
      .execute()
    const noted = new Set(events.map(({ event, by }) => `${by}: ${event}`))
    for (const deed of [
      'Nilakshi: ticket read',
      'Nilakshi: ticket taken',
      'Nilakshi: ticket answered',
      'Nilakshi: ticket ended',
      'Nilakshi: hidden',
      'Nilakshi: problem settled',
      'Rupam: people searched',
      'Rupam: person read',
      'Rupam: account suspended',
    ])
      expect(noted).toContain(deed)
    await support.goto('/team/tickets')
    await support.getByRole('button', { name: 'Log out' }).click()
    await expect(support.getByRole('heading', { name: 'Team log-in' })).toBeVisible()
    expect((await support.goto('/team/tickets'))!.status()).toBe(404)
  })
})
