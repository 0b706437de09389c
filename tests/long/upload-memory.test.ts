import { ReadableStream } from 'node:stream/web'

import { expect, test } from 'vitest'

import { uploadPdf } from '#app/files/pdfs/upload-pdf.server.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { pdf } from '#tests/support/pdfs.ts'
import { bytesOf, testStorage } from '#tests/support/pictures.ts'

const { db } = await freshDatabase()

/** Copies every chunk, as a socket allocates new memory for each. */
async function* fromSocket(bytes: Buffer) {
  for await (const chunk of bytesOf(bytes)) yield Buffer.from(chunk)
}

// The only test in this file: an earlier test would raise the resident memory (RSS) that it starts from.
test('20 uploads of 10 MB at once take less than 150 MB of memory', async () => {
  const sent = pdf({ pages: 5, noise: 10 * 1_048_576 })
  const storage = testStorage()
  const before = process.memoryUsage.rss()
  let peak = before
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5)
  const started = performance.now()
  const uploads = Array.from({ length: 20 }, () => {
    const body = ReadableStream.from(fromSocket(sent)) as unknown as BodyInit
    const init = { method: 'POST', body, duplex: 'half' }
    return uploadPdf(new Request('http://puthi.example/uploads/pdf?name=a.pdf', init), db, storage)
  })
  const statuses = (await Promise.all(uploads)).map(({ status }) => status)
  clearInterval(sampling)
  const megabytes = Math.round((peak - before) / 1_048_576)
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  console.log(`20 PDFs of 10 MB at once: ${megabytes} MB more memory, ${seconds} s`)
  expect(statuses).toEqual(Array.from({ length: 20 }, () => 201))
  expect(megabytes).toBeLessThan(150)
})
