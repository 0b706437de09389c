import { readFile } from 'node:fs/promises'

import { PDFiumLibrary } from '@hyzyla/pdfium'

/**
 * Runs in a process of its own, started by draw-preview.server.ts: draws the first pages of a PDF. For each it prints a
 * line with width and height, and then the pixels, four bytes each.
 */
const [file = '', pages = '', maxPixels = ''] = process.argv.slice(2)

const library = await PDFiumLibrary.init()
const document = await library.loadDocument(await readFile(file))
for (let index = 0; index < Number(pages); index++) {
  const page = document.getPage(index)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = Math.sqrt(Number(maxPixels) / (originalWidth * originalHeight))
  // A page may be long and thin beyond measure.
  const [width, height] = [originalWidth, originalHeight].map((side) =>
    Math.min(Math.max(Math.floor(side * scale), 1), 4_000),
  ) as [number, number]
  const { data } = await page.render({ render: 'bitmap', width, height, scale: 1, renderFormFields: true })
  await print(`${width} ${height}\n`)
  await print(data)
}
process.exit()

function print(bytes: string | Uint8Array) {
  return new Promise<void>((resolve) => process.stdout.write(bytes, () => resolve()))
}
