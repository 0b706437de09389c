import type { BrowserContext, Page } from '@playwright/test'

import { noteAudit } from '#app/audit/note-audit.server.ts'
import { aBook, anOrder, aStudent, madeAt, aTeamMember } from '#database/makers.ts'
import { axe, expect, phone, test } from '#tests/support/browser.ts'
import { teamCookieOf } from '#tests/support/team.ts'

type Fixtures = { context: BrowserContext; site: { address: string; db: Parameters<typeof aTeamMember>[0] } }

/** A new member, logged in in this browser. */
async function enter({ context, site: { address, db } }: Fixtures, role: 'support' | 'owner') {
  const member = await aTeamMember(db, role)
  await context.addCookies([{ ...(await teamCookieOf(db, member)), url: address }])
  return member
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('an owner reads the overview, opens a table, changes to weeks and exports a figure', async ({
  page,
  context,
  site,
  db,
}) => {
  const owner = await enter({ context, site }, 'owner')
  const seller = await aStudent(db)
  for (const days of [0, 3, 3, 12]) await aBook(db, seller, madeAt(daysAgo(days)))
  for (const days of [1, 60]) await anOrder(db, { sellerId: seller.id, state: 'completed', ...madeAt(daysAgo(days)) })
  await page.goto('/team/overview')
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await expect(page.getByRole('img')).toHaveCount(8)
  await expect(page.getByRole('img', { name: /^Posts by day, .* to .*: \d+ in all, most on / })).toBeVisible()

  // By the keyboard, as somebody does who cannot see the plot.
  const posts = figure(page, 'Posts')
  await posts.getByText('Table of posts').focus()
  await page.keyboard.press('Enter')
  const table = posts.getByRole('table', { name: 'Posts by day, the newest first' })
  await expect(table.getByRole('row')).toHaveCount(31)
  await expect(table.getByRole('rowheader').first()).toHaveText(/\(so far\)$/)
  await expect(table.getByRole('columnheader')).toHaveText(['Day', 'Posts'])
  await expect(table.getByRole('row').nth(4).getByRole('cell')).toHaveText(/^[2-9]/)
  await page.keyboard.press('Tab')
  await expect(posts.getByRole('region', { name: 'Table of posts' })).toBeFocused()

  const orders = figure(page, 'Orders by state')
  await orders.getByText('Table of orders by state').click()
  await expect(orders.getByRole('columnheader')).toHaveText([
    'Day',
    'Placed',
    'Accepted',
    'Ready',
    'Sent',
    'Paid',
    'Problem',
    'Completed',
    'Declined',
    'Cancelled',
    'Expired',
  ])
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.evaluate(() => window.scrollTo(0, 0)) // for axe, what the header covers is too small to press
    expect(await axe(page)).toEqual([])
  }

  await page.getByRole('link', { name: 'Last 26 weeks' }).click()
  await expect(page).toHaveURL(/\?by=week$/)
  await expect(page.getByRole('link', { name: 'Last 26 weeks' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('img', { name: /^Orders by state by week/ })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await orders.getByRole('link', { name: 'CSV of orders by state' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('orders-by-week.csv')

  const exported = await context.request.get('/team/overview/orders.csv?by=week')
  expect(exported.headers()).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="orders-by-week.csv"',
    'cache-control': 'no-store',
  })
  const csv = (await exported.body()).toString()
  expect(csv.startsWith('\uFEFFWeek from,Placed,Accepted,Ready,')).toBe(true)
  const lines = csv.split('\r\n').slice(1, -1)
  expect(lines).toHaveLength(26)
  expect(lines.filter((line) => /^\d{4}-\d\d-\d\d,0,0,0,0,0,0,[1-9]\d*,0,0,0$/.test(line)).length).toBeGreaterThan(0) // 60 days ago
  expect((await context.request.get('/team/overview/none.csv')).status()).toBe(404)

  await page.goto(`/team/audit?member=${owner.id}&kind=deed`)
  await expect(page.getByRole('row').filter({ hasText: 'Exported figures' })).toHaveText([
    /orders by week/,
    /orders by week/,
  ])
})

test('support reads the overview, but neither exports figures nor opens the audit', async ({ page, context, site }) => {
  await enter({ context, site }, 'support')
  await page.goto('/team/overview')
  await expect(page.getByRole('img')).toHaveCount(8)
  await expect(page.getByRole('link', { name: /CSV/ })).toHaveCount(0)
  const navigation = page.getByRole('navigation', { name: 'Team' })
  await expect(navigation.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
  await expect(navigation.getByRole('link', { name: 'Audit' })).toHaveCount(0)
  for (const path of ['/team/audit', '/team/overview/posts.csv', '/team/audit.data', '/team/overview/posts.csv.data'])
    expect((await context.request.get(path)).status(), path).toBe(404)
  expect((await page.goto('/team/audit'))?.status()).toBe(404)
})

test('somebody who is not of the team finds neither page', async ({ request }) => {
  for (const path of ['/team/overview', '/team/overview/posts.csv', '/team/audit'])
    expect((await request.get(path)).status(), path).toBe(404)
})

test('an owner goes through the audit, past its first page; rows lead to their ticket and person', async ({
  page,
  context,
  site,
  db,
}) => {
  const owner = await enter({ context, site }, 'owner')
  const helper = await aTeamMember(db, 'support', 'Rupam Kalita')
  const student = await aStudent(db, { name: 'Mitali Bora' })
  for (let n = 1; n <= 60; n++)
    await noteAudit(db, { event: 'ticket read', by: helper, accountId: student.id, subject: `ticket ${n}` })
  await noteAudit(db, { event: 'member added', by: 'command line of test', subject: `member ${owner.id}` })
  await noteAudit(db, { event: 'problem settled', by: helper, subject: 'order 7', reason: 'complete' })

  await page.goto('/team/audit')
  await page.getByLabel('Who').selectOption(helper.name)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(new RegExp(`member=${helper.id}`))
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await expect(rows).toHaveCount(50)
  await expect(rows.first()).toHaveText(/Rupam Kalita.*Settled a problem.*order 7.*complete/)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.evaluate(() => window.scrollTo(0, 0)) // for axe, what the header covers is too small to press
    expect(await axe(page)).toEqual([])
  }
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(rows).toHaveCount(11)
  await expect(rows.nth(10)).toHaveText(/Read a ticket.*ticket 1$/)
  await expect(rows.nth(10).getByRole('link', { name: 'ticket 1', exact: true })).toHaveAttribute(
    'href',
    '/team/tickets/1',
  )
  await expect(rows.nth(10).getByRole('link', { name: /Mitali Bora/ })).toHaveAttribute(
    'href',
    `/team/people/${student.id}`,
  )
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect(rows).toHaveCount(50)

  await page.getByRole('navigation', { name: 'Kinds' }).getByRole('link', { name: 'Deeds' }).click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Filters 1' }).click()
  expect(await axe(page, '#filters')).toEqual([])
  await page.getByRole('link', { name: 'Clear' }).click()
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible()
  await expect(page.getByLabel('Who')).toHaveValue('')
  await expect(page.getByRole('link', { name: 'Deeds' })).toHaveAttribute('aria-current', 'true')
  await expect(rows.filter({ hasText: `member ${owner.name}` })).toHaveText([/Added a member/])
  await page.goto(`/team/audit?member=${owner.id}&kind=look`)
  await expect(page.getByRole('heading', { name: 'Nothing was noted' })).toBeVisible() // reading the audit is no look
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, ...phone })

  test('the filters of the audit work, and what nobody did is said', async ({ page, context, site, db }) => {
    await enter({ context, site }, 'owner')
    const student = await aStudent(db, { name: 'Mitali Bora' })
    const helper = await aTeamMember(db, 'support')
    await noteAudit(db, { event: 'person read', by: helper, accountId: student.id, reason: 'asked by phone' })
    await noteAudit(db, { event: 'phone changed', by: 'the person', accountId: student.id })
    await page.goto('/team/audit')
    const filters = page.getByRole('button', { name: /^Filters/ })
    await filters.click()
    await page.getByLabel('Person or subject').fill(student.id)
    await page.getByRole('button', { name: 'Show' }).click()
    const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
    await expect(rows).toHaveText([/the person.*Changed the phone.*Mitali Bora/, /Read a person.*asked by phone/])
    await filters.click()
    await page.getByLabel('What').selectOption('Read a person’s page')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(rows).toHaveText([/asked by phone/])
    await filters.click()
    await page.getByLabel('To').fill('2020-01-01')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing was noted' })).toBeVisible()
    await expect(page.getByLabel('Person or subject')).toHaveValue(student.id)
  })

  test('the overview has its plots and tables', async ({ page, context, site }) => {
    await enter({ context, site }, 'owner')
    await page.goto('/team/overview?by=week')
    const signUps = figure(page, 'Sign-ups')
    await expect(signUps.getByRole('img')).toBeVisible()
    await signUps.getByText('Table of sign-ups').click()
    await expect(signUps.getByRole('row')).toHaveCount(27)
  })
})
