import { contactTexts } from '#app/contact/contact-rules.ts'
import { phoneMessage } from '#app/forms/field-rules.ts'
import { axe, expect, phone, test } from '#tests/support/browser.ts'

const message = { name: 'Anu Das', phone: '9876543210', reason: 'Do you have NCERT books?' }

test('a message reaches the team, and the form is empty for the next one', async ({ page, db }) => {
  await page.goto('/ContactUs')
  const name = `Anu ${crypto.randomUUID()}`
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Phone').fill(` ${message.phone} `)
  await page.getByLabel('Reason').fill(message.reason)
  await page.getByRole('button', { name: 'Send Message' }).click()

  const notice = page.getByRole('alertdialog', { name: 'Success' })
  await expect(notice).toContainText('Thanks for your feedback!')
  await expect(page.getByLabel('Reason')).toHaveValue('')
  await notice.getByRole('button', { name: 'OK' }).click()
  await expect(notice).toBeHidden()
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeFocused()
  const rows = await db.selectFrom('contactMessages').select(['phone', 'reason']).where('name', '=', name).execute()
  expect(rows).toEqual([{ phone: message.phone, reason: message.reason }])
})

test('every wrong field says what is wrong, the first has the focus, and nothing is sent', async ({ page }) => {
  let sent = 0
  page.on('request', (request) => (sent += request.method() === 'POST' ? 1 : 0))
  await page.goto('/ContactUs')
  await page.getByLabel('Phone').fill('12345')
  await page.getByRole('button', { name: 'Send Message' }).click()

  await expect(page.getByLabel('Name')).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Name is required')
  await expect(page.getByText(phoneMessage)).toBeVisible()
  await expect(page.getByText('Reason is required')).toBeVisible()
  expect(sent).toBe(0)

  await page.getByLabel('Phone').fill(message.phone)
  await expect(page.getByText(phoneMessage)).toBeHidden() // as soon as it is right
  expect(await axe(page)).toEqual([])
})

test('a field says what is wrong once it is left', async ({ page }) => {
  await page.goto('/ContactUs')
  await page.getByLabel('Phone').fill('12345')
  await expect(page.getByText(phoneMessage)).toBeHidden()
  await page.getByLabel('Reason').focus()
  await expect(page.getByText(phoneMessage)).toBeVisible()
})

test.describe('when the connection is lost', () => {
  test.use({ provoked: /net::ERR_FAILED/ })

  test('the page says so and keeps what was typed', async ({ page, context }) => {
    await page.goto('/ContactUs')
    for (const [label, value] of [
      ['Name', message.name],
      ['Phone', message.phone],
      ['Reason', message.reason],
    ] as const) {
      await page.getByLabel(label).fill(value)
    }
    await context.route('**/*.data', (route) => route.abort())
    await page.getByRole('button', { name: 'Send Message' }).click()
    const notice = page.getByRole('alertdialog', { name: 'Error' })
    await expect(notice).toContainText('There was an error submitting your message. Please try again.')
    await notice.getByRole('button', { name: 'OK' }).click()
    await expect(page.getByLabel('Reason')).toHaveValue(message.reason)
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the form works, says what is wrong, and keeps what was typed', async ({ page }) => {
    await page.goto('/ContactUs')
    await page.getByLabel('Name').fill(message.name)
    await page.getByLabel('Phone').fill('123')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByText(phoneMessage)).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue(message.name)
    await expect(page.getByLabel('Phone')).toHaveValue('123')

    await page.getByLabel('Phone').fill(message.phone)
    await page.getByLabel('Reason').fill(message.reason)
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('status')).toContainText(contactTexts.sent)
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the page fits, and axe finds nothing', async ({ page }) => {
    await page.goto('/ContactUs')
    expect(await axe(page)).toEqual([])
  })
})
