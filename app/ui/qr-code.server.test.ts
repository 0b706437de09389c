import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { drawQrCode } from './qr-code.server.ts'

/** Draws it as the page does, and reads the picture. */
async function readBack(text: string) {
  const { size, path } = drawQrCode(text)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 6}" height="${size * 6}"
    shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

test.for(['482913', '000000', 'upi://pay?pa=rituraj.notes%40upi&pn=Rituraj%20Gogoi&am=49.00&cu=INR&tn=Puthi%204131'])(
  'the drawing of %s is read as it was written',
  async (text) => {
    expect(await readBack(text)).toBe(text)
  },
)
