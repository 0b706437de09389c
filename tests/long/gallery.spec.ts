import type { Locator, Page } from '@playwright/test'

import { noticeEvents } from '#app/notices/notice-rules.ts'
import { axeInBoth, expect, phone, test } from '#tests/support/browser.ts'
import { accountLabel, aPicture, openGallery, startLink } from '#tests/support/gallery.ts'

const openers = ['Open dialog', 'Open large dialog', 'Ask first', 'Show success', 'Show error', 'Show invalid']

test.describe('in every part', () => {
  test.use(phone)

  test('on a phone all is accessible, in the light and in the dark, and large enough to press', async ({
    page,
    galleryAddress,
  }) => {
    await openGallery(page, galleryAddress)
    await page.getByLabel('Picture 1').setInputFiles(aPicture('front.png'))
    await expect(page.getByRole('button', { name: 'Remove Picture 1' })).toBeVisible()
    await examineAll(page, async (part) => {
      expect(await axeInBoth(page, part)).toEqual([])
      expect(await smallTargets(page.locator(part === 'html' ? 'main' : part))).toEqual([])
    })
  })
})

test('at a desk all is accessible, in the light and in the dark', async ({ page, galleryAddress }) => {
  await openGallery(page, galleryAddress)
  await examineAll(page, async (part) => expect(await axeInBoth(page, part)).toEqual([]))
})

test('in development the gallery is there, too, and React warns of nothing', async ({ page, devAddress }) => {
  await openGallery(page, devAddress)
  await examineAll(page, async () => {})
})

/** The page with an open menu, then each dialog, notice and overlay. */
async function examineAll(page: Page, examine: (part: 'html' | 'dialog:modal') => Promise<void>) {
  test.slow()
  await accountLabel(page).click()
  await expect(startLink(page)).toBeVisible()
  await examine('html')
  const dialog = page.locator('dialog:modal')
  for (const opener of openers) {
    await test.step(opener, async () => {
      await page.getByRole('button', { name: opener, exact: true }).click()
      await expect(dialog).toBeVisible()
      await examine('dialog:modal')
      if (opener === 'Show success') await page.getByRole('button', { name: 'OK' }).click()
      else await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    })
  }
  await page.getByRole('link', { name: 'Show progress' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Uploading... Please wait' })).toBeVisible()
  await examine('dialog:modal')
}

/** Controls below 44 px in width or height, which a finger could miss. */
function smallTargets(scope: Locator) {
  return scope.evaluate((element) =>
    [...element.querySelectorAll('a, button, summary, input, select, textarea')]
      .filter((target) => target.checkVisibility())
      // A press on the label of a checkbox counts, too.
      .map((target) => ({ target, box: (target.closest('label') ?? target).getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(({ target, box }) => `${target.textContent || target.id}: ${box.width} by ${box.height}`),
  )
}

test.describe('with mails', () => {
  // By the tests themselves, which watch the messages of every frame.
  test.use({ provoked: /Blocked script execution in 'about:srcdoc'/ })

  test('developers see every mail', async ({ page, devAddress }) => {
    await page.goto(`${devAddress}/gallery/mails`)
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(Object.keys(noticeEvents).length - 1)
    await expect(page.getByText('Hello A seller,').first()).toBeVisible()
  })
})
