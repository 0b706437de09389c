/** Builds a PDF: the numbered objects, of which the first is the catalog, and the cross-reference table. */
export function assemble(objects: (string | Buffer)[], trailer = '') {
  const parts = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const places: number[] = []
  let size = parts[0]!.length
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    places.push(size)
    parts.push(part)
    size += part.length
  }
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${lines}`
  const end = `trailer\n<< /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${size}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(table + end)])
}

export function stream(bytes: Buffer, entries = '') {
  const head = Buffer.from(`<< /Length ${bytes.length} ${entries} >>\nstream\n`)
  return Buffer.concat([head, bytes, Buffer.from('\nendstream')])
}

export const catalog = '<< /Type /Catalog /Pages 2 0 R >>'
export const pageTree = (kids: string, count: number) => `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`

/** A PDF of A4 pages from their content streams. F1 is Helvetica and F2 Helvetica Bold, which every viewer has. */
export function pdfOf(pages: string[], { padding = [] as Buffer[], trailer = '' } = {}) {
  const kids = pages.map((_, index) => `${5 + index * 2} 0 R`).join(' ')
  const fonts = ['Helvetica', 'Helvetica-Bold'].map((name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`)
  const resources = '<< /Font << /F1 3 0 R /F2 4 0 R >> >>'
  const drawn = pages.flatMap((content, index) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents ${6 + index * 2} 0 R >>`,
    stream(Buffer.from(content, 'latin1')),
  ])
  return assemble([catalog, pageTree(kids, pages.length), ...fonts, ...drawn, ...padding], trailer)
}
