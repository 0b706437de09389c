import { randomBytes } from 'node:crypto'

import { expect, onTestFinished, test } from 'vitest'

import { startSession } from '#app/accounts/sessions.server.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import { createStorage } from '#app/files/storage/storage.server.ts'
import { newPostRules } from '#app/posts/kinds/new-post.ts'
import { createPost } from '#app/posts/selling/create-post.server.ts'
import { placeOrder } from '#app/orders/place-order.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { aBook, aStudent } from '#database/makers.ts'
import { startBucket } from '#tests/support/bucket.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { testFolder } from '#tests/support/folder.ts'
import { aStoredPdf, pdf } from '#tests/support/pdfs.ts'
import { aPendingPicture } from '#tests/support/pictures.ts'
import { startServer } from '#tests/support/server.ts'

const { db, url } = await freshDatabase()
const ID_KEY = randomBytes(32).toString('base64') // the same for all servers, because they share the database

async function aServer() {
  const bucket = await startBucket()
  const env = {
    DATABASE_URL: url,
    DATA_DIR: testFolder(),
    ID_KEY,
    FILES_URL: bucket.url,
    FILES_PUBLIC_URL: `${bucket.publicUrl}/`,
    AWS_ACCESS_KEY_ID: bucket.key.id,
    AWS_SECRET_ACCESS_KEY: bucket.key.secret,
  }
  const server = await startServer(env)
  onTestFinished(async () => void (await server.stop()))
  const storage = createStorage({ dataDir: testFolder(), filesUrl: bucket.url, awsKey: bucket.key }, createLog('warn'))
  return { bucket, server, storage }
}

test('with FILES_PUBLIC_URL pages link to pictures in the bucket, and allow no other place', async () => {
  const { bucket, server, storage } = await aServer()
  const key = await aPendingPicture(db, storage)
  await takeFile(db, key, 'images')
  await aBook(db, await aStudent(db), { name: 'Optics', picture1: key })
  const answer = await fetch(`${server.address}/?tab=books`)
  const page = await answer.text()
  const pictures = page.match(/[^"\s]+\.(jpg|webp)/g)!.filter((address) => address.includes('/images/'))
  expect(pictures.length).toBeGreaterThan(0)
  for (const address of pictures) {
    expect(address).toMatch(`${bucket.publicUrl}/images/`)
    expect((await fetch(address)).status).toBe(200)
  }
  expect(page).toContain(`data-pictures="${bucket.publicUrl}"`) // for the page's script
  const { origin } = new URL(bucket.publicUrl)
  expect(answer.headers.get('Content-Security-Policy')).toContain(`img-src 'self' data: blob: ${origin};`)
})

test('who bought a PDF is sent to the bucket with an address signed for that file; others are not', async () => {
  const { bucket, server, storage } = await aServer()
  const [seller, buyer] = [await aStudent(db), await aStudent(db)]
  const [pdf1, pdf2] = [await aStoredPdf(db, storage, pdf()), await aStoredPdf(db, storage, pdf())]
  const form = newPostRules.note.parse({ name: 'Optics', category: 'HSLC (SEBA)', price: '0', pdf1, pdf2 })
  const postId = await createPost(db, seller, { kind: 'note', ...form })
  const order = {
    key: crypto.randomUUID(),
    shownPaise: 0,
    name: 'Rina',
    phone: '9876543210',
    alternativePhone: '',
    quantity: 1,
    pin: '781001',
    address: 'Panbazar',
  }
  const { orderId } = (await placeOrder(db, { postId, buyer, order })) as { orderId: string }
  const ask = async (person: typeof buyer) =>
    fetch(`${server.address}/purchases/${orderId}/pdfs/1`, {
      headers: { Cookie: `puthi-session=${await startSession(db, person)}` },
      redirect: 'manual',
    })

  expect((await ask(seller)).status).toBe(404)
  const answer = await ask(buyer)
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([302, 'no-store'])
  const address = new URL(answer.headers.get('Location')!)
  expect(address.href).toMatch(`${bucket.publicUrl}/`)
  expect(Number(address.searchParams.get('X-Amz-Expires'))).toBe(3_600)
  const file = await fetch(address)
  expect(file.status).toBe(200)
  expect(file.headers.get('Content-Disposition')).toContain('attachment; filename="Optics.pdf"')
  expect(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')

  const other = new URL(address)
  other.pathname = `${new URL(bucket.publicUrl).pathname}/${pdf2}` // of the seller, without the buyer's name on its pages
  const unsigned = new URL(address)
  unsigned.search = ''
  for (const wrong of [other, unsigned]) expect((await fetch(wrong)).status).toBe(403)
})
