import { sql } from 'kysely'

import { buyPath } from '#app/access/paths.ts'
import { chargeBuckets } from '#app/limits/limits.server.ts'
import { aBook, aStudent } from '#database/makers.ts'
import { axe, expect, test } from '#tests/support/browser.ts'
import { jpeg } from '#tests/support/pictures.ts'

test('who does too much is told when to go on, where they are, and loses nothing', async ({ page, db, signIn }) => {
  const student = await aStudent(db)
  const book = await aBook(db, await aStudent(db))
  await signIn(student)
  /** Uses up a limit, for an hour longer than it takes: else it could be free again before the page asks. */
  const fill = async (of: string, seconds: number) => {
    await chargeBuckets(db, seconds, [{ of, share: 1 }])
    await sql`update limit_buckets set free_at = free_at + interval '1 hour'
      where key = sha256(convert_to(${of}, 'UTF8'))`.execute(db)
  }

  await fill(`messages of ${student.phone}`, 3_600)
  await page.goto('/ContactUs')
  await page.getByLabel('Name').fill('Anu Das')
  await page.getByLabel('Phone').fill(student.phone)
  await page.getByLabel('Reason').fill('Do you have NCERT books?')
  await page.getByRole('button', { name: 'Send Message' }).click()
  const notice = page.getByRole('alertdialog', { name: 'Invalid' })
  await expect(notice).toContainText(/Too many messages in a short time\. Please try again in \d+ minutes\./)
  await notice.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByLabel('Reason')).toHaveValue('Do you have NCERT books?')

  await fill(`orders of ${student.id}`, 3_600)
  await page.goto(buyPath(book.id))
  const buying = page.getByRole('main')
  await buying.getByLabel('PIN').fill('781001')
  await buying.getByLabel('Address').fill('Panbazar')
  await buying.getByRole('button', { name: 'Place Order' }).click()
  await expect(buying.getByRole('alert')).toContainText(
    /Too many orders in a short time\. Please try again in \d+ minutes\./,
  )
  await expect(buying.getByLabel('Address')).toHaveValue('Panbazar')
  expect(await axe(page)).toEqual([])

  await fill(`files: uploads of ${student.id}`, 86_400)
  await page.goto('/CreateBooksAndNovels')
  const picture = { name: 'front.jpg', mimeType: 'image/jpeg', buffer: await jpeg(300, 400) }
  await page.getByLabel('Picture 1').setInputFiles(picture)
  await page.getByLabel('Picture 2').setInputFiles(picture)
  await page.getByLabel('Book Name').fill('Concepts of Physics')
  await page.getByLabel('Stream').selectOption('Science')
  await page.getByLabel('Book Condition').selectOption('Good(used)')
  await page.getByLabel('Original Price').fill('495')
  await page.getByRole('button', { name: 'Upload Book' }).click()
  await page.getByRole('alertdialog', { name: 'Error' }).getByRole('button', { name: 'OK' }).click()
  const tooMuch = /That is more than may be uploaded in a day\. Please try again in \d+ minutes\./
  await expect(page.getByRole('button', { name: 'Picture 1', exact: true })).toHaveAccessibleDescription(tooMuch)
  await expect(page.getByLabel('Book Name')).toHaveValue('Concepts of Physics')

  await fill(`changes of posts of ${student.id}`, 3_600)
  const mine = await aBook(db, student)
  await page.goto(`/AlterBooksAndNovels?edit=${mine.id}`)
  const editing = page.getByRole('dialog', { name: 'Edit book' })
  await editing.getByLabel('Name', { exact: true }).fill('Another name')
  await editing.getByRole('button', { name: 'Update Post' }).click()
  await expect(notice).toContainText(/Too many changes of posts in a short time\. Please try again in \d+ minutes\./)
  await notice.getByRole('button', { name: 'OK' }).click()
  await expect(editing.getByLabel('Name', { exact: true })).toHaveValue('Another name')
  await page.goto(`/AlterBooksAndNovels?delete=${mine.id}`)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(notice).toContainText('Too many changes of posts in a short time.')
  expect(await db.selectFrom('posts').select('name').where('id', '=', mine.id).execute()).toEqual([{ name: mine.name }])
})
