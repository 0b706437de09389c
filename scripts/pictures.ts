// `npm run pictures`: takes the README's screenshots. Needs a font with Assamese letters (Debian: fonts-beng).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { chromium } from '@playwright/test'
import sharp from 'sharp'

import { startServer } from '#tests/support/server.ts'

import { chromiumPath } from './chromium.ts'

const shots = [
  { name: 'home', path: '/', viewport: { width: 1280, height: 1390 } },
  { name: 'books-phone', path: '/?tab=books', viewport: { width: 390, height: 844 } },
]

const folder = mkdtempSync(path.join(tmpdir(), 'puthi-pictures-'))
const server = await startServer({ DATA_DIR: folder, DEMO: 'on', LOG_LEVEL: 'warn' })
const executablePath = chromiumPath()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), chromiumSandbox: false })
try {
  console.log('Waiting for the first shelf and the first page of books…')
  const isFull = async (place: string, count: number) =>
    (await (await fetch(server.address + place)).text()).split('<article').length > count
  while (!(await isFull('/', 9)) || !(await isFull('/?tab=books', 12))) await sleep(1_000)

  for (const { name, path: place, viewport } of shots) {
    const page = await browser.newPage({ viewport, deviceScaleFactor: 2, colorScheme: 'light' })
    await page.goto(server.address + place, { waitUntil: 'networkidle' })
    const picture = path.join('docs/pictures', `${name}.webp`)
    await sharp(await page.screenshot())
      .webp({ quality: 80 })
      .toFile(picture)
    console.log(picture)
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true })
}
