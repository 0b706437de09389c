import { writeFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { expect, test } from '#tests/support/browser.ts'
import { accountLabel, aPicture, openGallery, startLink, tinyPicture } from '#tests/support/gallery.ts'

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
// Tests run one after the other in one worker, so that the worker's fixture builds the gallery only once.
test.describe.configure({ mode: 'default' })

test.describe('on a phone', () => {
  test.use(phone)

  test('a dialog stands on the floor, with its title and footer in view however far it is scrolled', async ({
    page,
    galleryAddress,
  }) => {
    await openGallery(page, galleryAddress)
    await page.getByRole('button', { name: 'Open large dialog' }).click()
    const dialog = page.getByRole('dialog', { name: 'Large dialog with more than fits' })
    const { width, height } = phone.viewport
    const box = await dialog.boundingBox()
    expect(box).toMatchObject({ x: 0, width })
    expect(box!.y + box!.height).toBeCloseTo(height, 0)

    await page.getByText('Paragraph 12.').scrollIntoViewIfNeeded()
    await expect(dialog.getByRole('heading')).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 })
  })

  test('on the narrowest phone nothing scrolls sideways and groups stand unfolded', async ({
    page,
    galleryAddress,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await openGallery(page, galleryAddress)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expect(page.getByRole('link', { name: 'First', exact: true })).toBeVisible()
  })
})

test('tabs are moved along by arrows and opened by Enter or Space', async ({ page, galleryAddress }) => {
  test.slow()
  await openGallery(page, galleryAddress)
  await test.step('arrows, Home and End move the focus, and only Enter opens', async () => {
    const tabs = page.getByRole('tablist', { name: 'Pages' }).getByRole('tab')
    await tabs.first().focus()

    await page.keyboard.press('ArrowRight')
    await expect(tabs.nth(1)).toBeFocused()
    await page.keyboard.press('End')
    await expect(tabs.nth(2)).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(tabs.nth(0)).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(tabs.nth(2)).toBeFocused()
    await page.keyboard.press('Home')
    await expect(tabs.nth(0)).toBeFocused()
    await expect(page.getByRole('tabpanel', { name: 'Page one' })).toBeVisible()

    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('tabpanel', { name: 'Page two' })).toContainText('This is page two.')
    await expect(page).toHaveURL(/\?tab=two$/)
    await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
    await expect(tabs.nth(0)).toHaveAttribute('tabindex', '-1')
  })

  await test.step('Space opens a tab like Enter', async () => {
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect(page.getByRole('tabpanel', { name: 'Page three' })).toBeVisible()
  })
})

test('menus close on Escape, a press outside, scroll, and when focus moves on', async ({ page, galleryAddress }) => {
  test.slow()
  await openGallery(page, galleryAddress)
  await test.step('Escape closes a menu and gives the focus back to its label', async () => {
    await openAccountMenu(page)
    await startLink(page).focus()
    await page.keyboard.press('Escape')
    await expect(startLink(page)).toBeHidden()
    await expect(accountLabel(page)).toBeFocused()
  })

  await test.step('a press outside closes a menu', async () => {
    await openAccountMenu(page)
    await page.getByRole('heading', { name: 'Menus' }).click()
    await expect(startLink(page)).toBeHidden()
  })

  await test.step('scrolling closes a menu', async () => {
    await openAccountMenu(page)
    await page.mouse.wheel(0, 200)
    await expect(startLink(page)).toBeHidden()
  })

  await test.step('focus that moves on closes a menu', async () => {
    await openAccountMenu(page)
    await startLink(page).focus()
    await page.keyboard.press('Tab')
    await expect(startLink(page)).toBeHidden()
  })

  await test.step('a followed link closes its menu', async () => {
    await openAccountMenu(page)
    await page.getByRole('link', { name: 'This page' }).click()
    await expect(startLink(page)).toBeHidden()
  })
})

test('dialogs close as people expect and give the focus back', async ({ page, galleryAddress }) => {
  test.slow()
  await openGallery(page, galleryAddress)
  await test.step('Escape, Close and the backdrop close a dialog and give the focus back', async () => {
    const opener = page.getByRole('button', { name: 'Open dialog' })
    const dialog = page.getByRole('dialog', { name: 'Small dialog' })
    const ways = [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(5, 5),
    ]
    for (const close of ways) {
      await opener.click()
      await expect(dialog).toBeVisible()
      await close()
      await expect(dialog).toBeHidden()
      await expect(opener).toBeFocused()
    }
  })

  await test.step('a press that starts inside and ends on the backdrop leaves a dialog open', async () => {
    await page.getByRole('button', { name: 'Open dialog' }).click()
    const dialog = page.getByRole('dialog', { name: 'Small dialog' })
    await dialog.getByLabel('Receiver').fill('Sample Person')
    await dialog.getByLabel('Receiver').hover()
    await page.mouse.down()
    await page.mouse.move(5, 5)
    await page.mouse.up()
    await expect(dialog.getByLabel('Receiver')).toHaveValue('Sample Person')
    await page.keyboard.press('Escape')
  })

  await test.step('the page behind a dialog does not scroll', async () => {
    await page.getByRole('button', { name: 'Open dialog' }).click()
    const before = await page.evaluate(() => window.scrollY)
    await page.mouse.move(100, 100)
    await page.mouse.wheel(0, 400)
    // Waits two frames: an unwanted scroll would have happened by then.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await page.evaluate(() => window.scrollY)).toBe(before)
    await page.keyboard.press('Escape')
  })

  await test.step('"Are you sure?" starts on Cancel, and Escape is a no', async () => {
    const opener = page.getByRole('button', { name: 'Ask first' })
    await opener.click()
    const dialog = page.getByRole('alertdialog', { name: 'Are you sure?' })
    await expect(dialog).toHaveAccessibleDescription('Once deleted, you will not be able to recover it.')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })

  await test.step('nothing closes the progress overlay but the end of the work', async () => {
    await page.getByRole('link', { name: 'Show progress' }).click()
    const overlay = page.getByRole('alertdialog', { name: 'Uploading... Please wait' })
    await expect(overlay.getByRole('progressbar')).toHaveAttribute('value', '0.64')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await expect(overlay).toBeVisible()
    await page.goBack()
    await expect(overlay).toBeHidden()
  })
})

test('notices wait for an answer; Success closes by itself', async ({ page, galleryAddress }) => {
  test.slow()
  await openGallery(page, galleryAddress)
  for (const [opener, title, text] of [
    ['Show error', 'Error', 'Failed to save'],
    ['Show invalid', 'Invalid', 'Phone number or Password is incorrect'],
  ] as const) {
    await test.step(`${title} waits for OK or Escape`, async () => {
      const notice = page.getByRole('alertdialog', { name: title })
      await page.getByRole('button', { name: opener }).click()
      await expect(notice).toHaveAccessibleDescription(text)
      await expect(notice.getByRole('button', { name: 'OK' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(notice).toBeHidden()

      await page.getByRole('button', { name: opener }).click()
      await expect(notice).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(notice).toBeHidden()
      await expect(page.getByRole('button', { name: opener })).toBeFocused()
    })
  }

  await test.step('Success closes by itself after 1500 ms', async () => {
    const notice = page.getByRole('alertdialog', { name: 'Success' })
    // Test servers set another time: without it, notices take the one of the specification.
    await page.evaluate(() => delete document.documentElement.dataset.successNoticeMs)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1_000)
    await page.getByRole('button', { name: 'Show success' }).click()
    await expect(notice).toBeVisible()
    await page.clock.runFor(1_400)
    await expect(notice).toBeVisible()
    await page.clock.runFor(100)
    await expect(notice).toBeHidden()
    await expect(page.getByRole('button', { name: 'Show success' })).toBeFocused()
  })
})

test.describe('a file field', () => {
  test('shows what was chosen, how far it is and what is wrong, and is emptied by Remove and by a reset', async ({
    page,
    galleryAddress,
  }) => {
    await openGallery(page, galleryAddress)
    const field = page.getByLabel('Picture 1')
    await field.setInputFiles(aPicture('front.png'))

    const preview = page.locator('img[src^="blob:"]')
    await expect(preview).toHaveJSProperty('naturalWidth', 1)
    await expect(page.getByText('front.png · 1 kB')).toBeVisible()
    await expect(field).toHaveAccessibleDescription('front.png · 1 kB')

    await page.getByRole('button', { name: 'Remove Picture 1' }).click()
    await expect(preview).toBeHidden()
    await expect(field).toHaveValue('')
    await expect(field).toBeFocused()

    await field.setInputFiles(aPicture('front.png'))
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(page.getByText('front.png')).toBeHidden()
    await expect(field).toHaveValue('')

    const refused = page.getByLabel('Picture 2')
    await expect(refused).toHaveAttribute('aria-invalid', 'true')
    await expect(refused).toHaveAccessibleDescription('Please upload only PNG, JPG, or JPEG images.')
    await expect(page.getByRole('progressbar', { name: 'Progress of Sending' })).toHaveAttribute('value', '0.64')
  })

  test('takes a picture that is dropped on it', async ({ page, galleryAddress }, info) => {
    const path = info.outputPath('back.png')
    await writeFile(path, tinyPicture)
    await openGallery(page, galleryAddress)

    await dropFile(page, 'Picture 3', path)
    await expect(page.getByText('back.png · 1 kB')).toBeVisible()
    await expect(page.getByLabel('Picture 3')).toHaveValue(/back\.png$/)
  })

  test('opens the file chooser from the keyboard', async ({ page, galleryAddress }) => {
    // First, because Playwright needs a moment until it intercepts the system's file chooser.
    const chooser = page.waitForEvent('filechooser')
    await openGallery(page, galleryAddress)
    await page.getByLabel('PDF 1').focus()
    await page.keyboard.press('Enter')
    await (
      await chooser
    ).setFiles({ name: 'algebra.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(1_234_567) })
    await expect(page.getByText('algebra.pdf · 1.2 MB')).toBeVisible()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('menus open and file fields take files', async ({ page, galleryAddress }) => {
    await page.goto(`${galleryAddress}/gallery`)
    await page.getByText('Account').click()
    await expect(page.getByRole('link', { name: 'Start page' })).toBeVisible()

    await page.getByLabel('Picture 1').setInputFiles(aPicture('front.png'))
    await expect(page.getByLabel('Picture 1')).toHaveValue(/front\.png$/)
  })
})

async function openAccountMenu(page: Page) {
  await accountLabel(page).focus()
  await page.keyboard.press('Enter')
  await expect(startLink(page)).toBeVisible()
}

/** Drops a file by DevTools: the browser's own handling of dropped files ignores events that a script dispatches. */
async function dropFile(page: Page, label: string, path: string) {
  const field = page.getByLabel(label)
  await field.scrollIntoViewIfNeeded()
  const box = await field.boundingBox()
  if (!box) throw new Error(`${label} is not on the page`)

  const browser = await page.context().newCDPSession(page)
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', { type, ...at, data })
  }
}
