import type { Page } from '@playwright/test'
import type { Kysely } from 'kysely'

import { startSession } from '#app/accounts/sessions.server.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import type { Tables } from '#app/platform/db.server.ts'
import { aNote, aStudent } from '#database/makers.ts'

import { expect } from './browser.ts'
import { unique } from './fill.ts'
import { pdf } from './pdfs.ts'

export interface Site {
  db: Kysely<Tables>
  address: string
}

export async function stored({ db, address }: Site, content: Buffer) {
  const to = `${address}/uploads/pdf?name=a.pdf`
  const session = await startSession(db, await aStudent(db))
  const headers = { Cookie: `puthi-session=${session}; __Host-puthi-session=${session}` } // behind https the other one
  const answer = await fetch(to, { method: 'POST', body: new Uint8Array(content), headers })
  return ((await answer.json()) as { key: string }).key
}

/** Adds a post with two PDFs whose previews are drawn: notes, unless `make` says otherwise. */
export async function notes(site: Site, { first = pdf({ pages: 8 }), make = aNote } = {}) {
  const pdfs = { pdf1: await stored(site, first), pdf2: await stored(site, pdf({ pages: 2 })) }
  for (const key of Object.values(pdfs)) await takeFile(site.db, key, 'uploads')
  const post = await make(site.db, await aStudent(site.db), { ...pdfs, name: unique('Algebra') })
  await untilDrawn(site, post)
  return post
}

/** The PDFs of the first post of `notesToRead` on each server. */
const drawnOn = new Map<string, { pdf1: string | null; pdf2: string | null }>()

/** The same for stories that leave the PDFs alone: on a server they are drawn once, which takes seconds. */
export async function notesToRead(site: Site, make = aNote) {
  const drawn = drawnOn.get(site.address)
  if (drawn) return make(site.db, await aStudent(site.db), { ...drawn, name: unique('Algebra') })
  const post = await notes(site, { make })
  drawnOn.set(site.address, { pdf1: post.pdf1, pdf2: post.pdf2 })
  return post
}

export async function untilDrawn({ address }: Site, { id }: { id: string }) {
  for (const number of [1, 2]) {
    const status = async () => (await fetch(`${address}/posts/${id}/preview/${number}`, { method: 'HEAD' })).status
    await expect.poll(status, { timeout: 50_000 }).toBe(200)
  }
}

export const previewLink = (page: Page, { name }: { name: string }) =>
  page.getByRole('article', { name }).getByRole('button', { name: 'Preview' })

export async function openPreview(page: Page, post: { name: string }) {
  await previewLink(page, post).click()
  await expect(page.getByRole('dialog', { name: post.name })).toBeVisible()
}

export const pageOfPdf = (page: Page, number: number, of: number) =>
  page.getByRole('figure', { name: `Page ${number} of ${of}`, exact: true })

/** Opens a list and waits for its script: before hydration, Preview leads to its page. */
export async function visit(page: Page, address: string) {
  await page.goto(address)
  await expect(page.locator('html')).toHaveAttribute('data-protected')
}

/** Waits until a page of the PDF is drawn: some of its pixels are dark. */
export async function expectDrawn(page: Page, number: number, of: number) {
  await expect
    .poll(() =>
      pageOfPdf(page, number, of)
        .locator('canvas')
        .evaluate((canvas: HTMLCanvasElement) => {
          if (canvas.width === 0) return false
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
          return data.some((value, at) => at % 4 === 0 && value < 40 && data[at + 3] === 255)
        }),
    )
    .toBe(true)
}

/** Collects path and query of all requests from now on. */
export function requestsOf(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search))
  return asked
}
