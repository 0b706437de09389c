import { setTimeout as sleep } from 'node:timers/promises'

import { renditionKeys } from '#app/files/pictures/picture-url.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'

import { pdf } from '../support/pdfs.ts'
import type { Ground } from './ground.ts'
import { type HostileFile, secret } from './hostile-files.ts'
import { newTally, type Tally, upload } from './sent-files.ts'

/** What no served picture may contain: hidden content, and signatures of metadata from cameras and programs. */
const traces = [
  secret,
  'Exif',
  'ICC_PROFILE',
  'ns.adobe',
  'Photoshop',
  '<script',
  '<?php',
  'PK\x03\x04',
  '%PDF',
  'tEXt',
]

export async function servedPicture({ db, server }: Ground, what: string, key: string, tally: Tally) {
  const fault = (text: string) => void tally.active.push(`${what}: ${text}`)
  const early = await fetch(`${server.address}/pictures/${key}`)
  await early.body?.cancel()
  if (early.status !== 404) fault('is served before anything took it')
  await takeFile(db, key, 'images')
  for (const rendition of renditionKeys(key)) {
    const answer = await fetch(`${server.address}/pictures/${rendition}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isWebp = rendition.endsWith('.webp')
    const start = isWebp
      ? bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 12)
      : bytes.toString('hex', 0, 3)
    tally.served++
    if (answer.status !== 200 || start !== (isWebp ? 'RIFFWEBP' : 'ffd8ff')) fault(`${rendition} is no picture`)
    if (answer.headers.get('Content-Type') !== (isWebp ? 'image/webp' : 'image/jpeg'))
      fault('is served as something else')
    if (answer.headers.get('X-Content-Type-Options') !== 'nosniff') fault('may be taken for something else')
    if (answer.headers.get('Content-Security-Policy') !== "default-src 'none'") fault('may do something')
    const trace = traces.find((one) => bytes.includes(one, 0, 'latin1'))
    if (trace) fault(`${rendition} holds ${trace}`)
  }
}

/** Posts the accepted PDFs as notes, two each, and checks the preview for everyone and the seller's own download. */
export async function servedPdfs(ground: Ground, tally: Tally) {
  const kept = tally.kept.filter(({ key }) => key.endsWith('.pdf'))
  if (kept.length % 2 === 1) {
    const harmless: HostileFile = { what: 'harmless PDF', name: 'b.pdf', as: 'pdf', make: pdf, answer: 'kept' }
    const bytes = pdf()
    const { key = '' } = await upload(ground, harmless, bytes, newTally())
    kept.push({ what: harmless.what, key, bytes })
  }
  for (let at = 0; at < kept.length; at += 2) await servedPair(ground, kept.slice(at, at + 2), tally)
}

async function servedPair(ground: Ground, pair: Tally['kept'], tally: Tally) {
  const [first, second] = [pair[0]!, pair[1]!]
  const seller = ground.next('student')
  const fields = { name: '"\r\n<puthi-x>\u202e', category: 'HSLC (SEBA)', price: '10' }
  const posted = await fetch(`${ground.server.address}/CreateCourseAndNotes?tab=notes`, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, pdf1: first.key, pdf2: second.key }),
    redirect: 'manual',
    headers: { Cookie: seller.cookie, Accept: 'text/html' },
  })
  const post = await ground.db.selectFrom('posts').select('id').where('pdf1', '=', first.key).executeTakeFirst()
  if (posted.status !== 303 || !post) {
    tally.active.push(`${first.what}: is not posted: ${posted.status}`)
    return
  }
  for (const [n, { what, bytes }] of pair.entries()) {
    const fault = (text: string) => void tally.active.push(`${what}: ${text}`)
    for (const place of [`/posts/${post.id}/preview/${n + 1}`, `/posts/${post.id}/pdfs/${n + 1}`]) {
      const answer = await fetchDrawn(ground.server.address + place, { Cookie: seller.cookie })
      const served = Buffer.from(await answer.arrayBuffer())
      const { headers } = answer
      tally.served++
      const isPreview = place.includes('/preview/')
      if (answer.status !== 200 || served.equals(bytes) === isPreview)
        fault(`${place} answers ${answer.status} with ${isPreview ? 'the PDF itself' : 'other bytes'}`)
      if (headers.get('Content-Type') !== 'application/pdf') fault('is served as something else')
      if (headers.get('X-Content-Type-Options') !== 'nosniff') fault('may be taken for something else')
      const policy = headers.get('Content-Security-Policy')?.split('; ') ?? []
      if (policy[0] !== "default-src 'none'" || policy.some((one) => one.startsWith('script')))
        fault('may do something')
      if (!policy.includes("frame-ancestors 'self'") || headers.get('X-Frame-Options') !== 'SAMEORIGIN')
        fault('may stand in a frame of others')
      if (headers.has('X-Puthi-Injected')) fault('sets a header')
      const disposition = headers.get('Content-Disposition') ?? ''
      if (!/^inline; filename="[^"\\%\r\n]+\.pdf"; filename\*=UTF-8''[\w.%~!-]+$/.test(disposition)) fault(disposition)
    }
  }
}

/** Asks again for as long as a preview is being drawn. */
async function fetchDrawn(address: string, headers: Record<string, string>) {
  for (;;) {
    const answer = await fetch(address, { headers })
    if (answer.status !== 202) return answer
    await answer.text()
    await sleep(100)
  }
}
