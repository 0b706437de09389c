import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import sharp from 'sharp'

import { changeOrder } from '#app/orders/change-order.server.ts'
import { anOrder, aStudent } from '#database/makers.ts'
import { expect, test } from '#tests/support/browser.ts'

import { chromiumPath } from '../../scripts/chromium.ts'

const film = path.join(tmpdir(), 'puthi-hand-over-code.y4m')
const executablePath = chromiumPath()
// A browser of its own, whose camera shows the film. Playwright allows that for whole files.
test.use({
  launchOptions: {
    ...(executablePath && { executablePath }),
    chromiumSandbox: false,
    args: [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  },
})
test.afterAll(() => rmSync(film, { force: true }))

test('the seller scans the code that the buyer shows', async ({ page, db, signIn }) => {
  const [seller, buyer] = [await aStudent(db), await aStudent(db)]
  const order = await anOrder(db, { sellerId: seller.id, buyerId: buyer.id })
  const key = crypto.randomUUID()
  await changeOrder(db, { orderId: order.id, person: seller, deed: 'accept to meet', key })
  await signIn(buyer)
  await page.goto('/purchases')
  await writeFilm(await page.getByRole('img', { name: 'Hand-over code as a QR code' }).screenshot())
  await signIn(seller)
  await page.goto('/userOrders')
  const card = page.getByRole('article', { name: order.itemName, exact: true })
  await card.getByRole('button', { name: 'Scan' }).click()
  await expect(card.getByLabel('Hand-over code')).toHaveValue(/^\d{6}$/)
  await expect(page.getByRole('dialog', { name: 'Scan the code' })).toBeHidden()
  await card.getByRole('button', { name: 'Enter code' }).click()
  await expect(card).toContainText('Completed')
})

/** What a camera sees that is held over a picture: one frame of grey, for Chromium's fake camera. */
async function writeFilm(picture: Buffer) {
  const [width, height] = [640, 480]
  const grey = await sharp(picture)
    .flatten({ background: '#fff' })
    .resize(width, height, { fit: 'contain', background: '#fff', kernel: 'nearest' })
    .greyscale()
    .raw()
    .toBuffer()
  const colours = Buffer.alloc((width * height) / 2, 128)
  writeFileSync(
    film,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`), grey, colours]),
  )
}
