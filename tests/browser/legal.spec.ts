import { legalPaths } from '#app/access/paths.ts'
import { aStore } from '#database/makers.ts'
import { axe, expect, phone, test } from '#tests/support/browser.ts'

test('the footer leads to the legal pages, and they to each other, without a page load', async ({
  page,
  db,
  signIn,
}) => {
  await page.goto('/?tab=books')
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  const footer = page.getByRole('contentinfo')
  for (const [label, title] of [
    ['Terms', 'Terms of use'],
    ['Privacy', 'Privacy notice'],
    ['Grievances', 'Grievances'],
    ['Returns', 'Returns between people'],
  ] as const) {
    await footer.getByRole('link', { name: label, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveTitle(`${title} · Puthi`)
  }
  await page.getByRole('main').getByRole('link', { name: 'Grievances' }).click()
  await expect(page).toHaveURL('/grievances')
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)

  await signIn(await aStore(db))
  await page.goto('/market')
  await footer.getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of use')
})

test('a heading can be linked', async ({ page }) => {
  await page.goto('/privacy#your-rights') // far below the first screen
  await expect(page.getByRole('heading', { name: 'Your rights' })).toBeInViewport()
})

test.describe('on a phone', () => {
  test.use(phone)

  test('they fit, axe finds nothing, and the links of the footer are large enough to press', async ({ page }) => {
    for (const path of legalPaths) {
      await page.goto(path)
      expect(await axe(page)).toEqual([])
    }
    const footer = page.getByRole('contentinfo')
    for (const label of ['Terms', 'Privacy', 'Grievances', 'Returns']) {
      const { height } = (await footer.getByRole('link', { name: label }).boundingBox())!
      expect(height).toBeGreaterThanOrEqual(44)
    }
  })
})
