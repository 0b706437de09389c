import { PDFiumLibrary } from '@hyzyla/pdfium'

interface PdfPage {
  text: string
  /** In points, as it is shown. */
  width: number
  height: number
  /** The darkest of red, green and blue at a place of the page as it is shown, from its upper left corner. */
  darknessAt: (left: number, top: number) => number
  /** Whether a part of the page, in shares of its sides, has dark pixels. */
  hasInk: (part: { left?: number; top?: number; right?: number; bottom?: number }) => boolean
}

const library = PDFiumLibrary.init()

/** Reads a PDF as viewers do: the pages in order, drawn one pixel for each point. */
export async function readPdf(bytes: Uint8Array): Promise<PdfPage[]> {
  const document = await (await library).loadDocument(new Uint8Array(bytes))
  const pages: PdfPage[] = []
  for (const page of document.pages()) {
    const text = page.getText() // before it is drawn, which closes it
    const { width, height, data } = await page.render({ render: 'bitmap', scale: 1 })
    const pixels = data.slice()
    const darknessAt = (left: number, top: number) => {
      const at = (Math.floor(top) * width + Math.floor(left)) * 4
      return 255 - Math.min(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!)
    }
    pages.push({
      text,
      width,
      height,
      darknessAt,
      hasInk({ left = 0, top = 0, right = 1, bottom = 1 }) {
        for (let y = Math.floor(top * height); y < bottom * height; y++)
          for (let x = Math.floor(left * width); x < right * width; x++) if (darknessAt(x, y) > 100) return true
        return false
      },
    })
  }
  document.destroy()
  return pages
}
