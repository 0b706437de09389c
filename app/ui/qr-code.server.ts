import { encodeQR } from 'qr'

/** White around it, in modules, as the standard asks for. */
const border = 4

export interface QrDrawing {
  /** Of a side, in modules. */
  size: number
  /** Of the dark modules, for the `d` of an SVG path. */
  path: string
}

export function drawQrCode(text: string): QrDrawing {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border })
  return { size: rows.length, path: rows.map(pathOfRow).join('') }
}

/** One rectangle for each run of dark modules. */
function pathOfRow(row: boolean[], y: number) {
  const starts = row.flatMap((isDark, x) => (isDark && !row[x - 1] ? [x] : []))
  return starts
    .map((x) => {
      const end = row.indexOf(false, x)
      return `M${x} ${y}h${end - x}v1h${x - end}z`
    })
    .join('')
}
