import type { Page } from '@playwright/test'

import { pdf } from './pdfs.ts'
import { jpeg } from './pictures.ts'

/** A name that no other test uses. */
export const unique = (what: string) => `${what} ${crypto.randomUUID().slice(0, 8)}`

/** A phone number that no other test uses: the makers' begin with 9. */
export const newPhone = () => `8${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`

/** Files to choose in a file field, as `setInputFiles` takes them. */
export const aJpeg = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await jpeg(900, 1_200) })
export const aPdf = (name: string, pages = 2) => ({ name, mimeType: 'application/pdf', buffer: pdf({ pages }) })

// These functions fill in the site's forms with valid values.

export async function fillBook(page: Page, name: string) {
  await choosePictures(page)
  await page.getByLabel('Book Name').fill(name)
  await page.getByLabel('Author Name').fill('H. C. Verma')
  await page.getByLabel('Stream').selectOption('Science')
  await page.getByLabel('Book Condition').selectOption('Good(used)')
  await page.getByLabel('Original Price').fill('₹495')
  await page.getByLabel('Selling Price').fill('260')
}

export async function fillNovel(page: Page, name: string) {
  await choosePictures(page)
  await page.getByLabel('Novel Name').fill(name)
  await page.getByLabel('Author Name').fill('Homen Borgohain')
  await page.getByLabel('Category').fill('Fiction')
  await page.getByLabel('Stream').selectOption('Arts')
  await page.getByLabel('Novel Condition').selectOption('Superb(used)')
  await page.getByLabel('Description').fill('A story.')
  await page.getByLabel('Original Price').fill('110')
}

async function choosePictures(page: Page) {
  await page.getByLabel('Picture 1').setInputFiles(await aJpeg('front.jpg'))
  await page.getByLabel('Picture 2').setInputFiles(await aJpeg('back.jpg'))
}

/** For notes and for course materials. */
export async function fillNotes(page: Page, name: string) {
  await page.getByLabel('PDF 1').setInputFiles(aPdf('algebra.pdf'))
  await page.getByLabel('PDF 2').setInputFiles(aPdf('geometry.pdf', 3))
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Class Name').fill('X')
  await page.getByLabel('College Name').fill('Govt. H.S. School')
  await page.getByLabel('Category', { exact: true }).selectOption('HSLC (SEBA)')
  await page.getByLabel('Description').fill('Worked answers for every exercise.')
  await page.getByLabel('Price', { exact: true }).fill('70')
}

/** For an order of a book, a novel or a note. */
export async function fillOrder(page: Page, { quantity = '1', name = 'Rina' } = {}) {
  const form = page.locator('form#buy')
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Phone', { exact: true }).fill('9876543210')
  await form.getByLabel('Alternative Phone').fill('9876543211')
  await form.getByLabel('Quantity').fill(quantity)
  await form.getByLabel('PIN').fill('781001')
  await form.getByLabel('Address').fill('Panbazar, Guwahati')
}
