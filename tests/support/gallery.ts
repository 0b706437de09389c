import type { Page } from '@playwright/test'

import { expect } from './browser.ts'

export const tinyPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export async function openGallery(page: Page, address: string, query = '') {
  await page.goto(`${address}/gallery${query}`)
  await expect(page.getByText('With script')).toBeVisible()
}

export function aPicture(name: string) {
  return { name, mimeType: 'image/png', buffer: tinyPicture }
}

export function accountLabel(page: Page) {
  return page.locator('summary', { hasText: 'Account' })
}

export function startLink(page: Page) {
  return page.getByRole('link', { name: 'Start page' })
}
