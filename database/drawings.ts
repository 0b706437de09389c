import sharp from 'sharp'

interface Box {
  left: number
  top: number
  width: number
  height: number
  color: string
}

const spineColors = ['#24364b', '#2b5a45', '#8f1a21', '#c99a3f', '#151a22']

/** A book stall under a striped awning, in the colours of the product: demo stores have no photographs. */
export function drawStall(awning: string) {
  const stripes = Array.from({ length: 8 }, (_, n) => box(n * 64, 80, 64, 100, n % 2 ? '#ffffff' : awning))
  const spines = Array.from({ length: 14 }, (_, n) => {
    const height = 60 + ((n * 37) % 28)
    return box(24 + n * 33, 300 - height, 24, height, spineColors[n % spineColors.length]!)
  })
  const counter = [40, 208, 376].flatMap((left) => [
    box(left, 344, 96, 76, '#24364b'),
    box(left + 16, 362, 64, 8, '#ffffff'),
  ])
  const boards = [box(0, 300, 512, 14, '#e9e0cd'), box(0, 420, 512, 92, '#e9e0cd')]
  return draw({ width: 512, height: 512 }, '#fbf1da', [...stripes, ...spines, ...boards, ...counter])
}

/** A cloth-bound book with a woven band: a cover, or with less of it a back. */
export function drawCover(color: string, { isBack = false } = {}) {
  const band = isBack ? [] : Array.from({ length: 12 }, (_, n) => box(30 + n * 24, 400, 12, 24, '#ffffff'))
  const title = isBack ? [] : [box(48, 80, 190, 14, '#ffffff'), box(48, 108, 120, 14, '#ffffff')]
  return draw({ width: 360, height: 480 }, color, [box(0, 0, 18, 480, '#151a22'), ...title, ...band])
}

const box = (left: number, top: number, width: number, height: number, color: string): Box => ({
  left,
  top,
  width,
  height,
  color,
})

/** Boxes of colour only: the files room lets sharp read no drawings (SVG), in this process neither. */
function draw(size: { width: number; height: number }, ground: string, boxes: Box[]) {
  const plain = (width: number, height: number, background: string) => ({
    create: { width, height, channels: 3 as const, background },
  })
  return sharp(plain(size.width, size.height, ground))
    .composite(boxes.map(({ left, top, width, height, color }) => ({ input: plain(width, height, color), left, top })))
    .jpeg({ quality: 85 })
    .toBuffer()
}
