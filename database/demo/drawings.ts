import { motif } from '#app/posts/sharing/motif.ts'

import { box, canvas, canWrite, type Canvas, toPng, weave, write } from './canvas.ts'

const ink = '#151a22'
const red = '#b3141d'
const muga = '#f3ead6'

/** Colours of book cloth, chosen by the post's number. */
const cloths = [
  '#24364b',
  '#8f1a21',
  '#2b5a45',
  '#5b3a2e',
  '#6d5317',
  '#4b4f6b',
  '#1f5560',
  '#7a3b1d',
  '#3d4a2a',
  '#5a2347',
]

/** Woven borders as on a gamosa (Assamese cloth): diamonds, stars, arrows, steps. Each repeats to the right. */
const borders = [
  motif,
  [
    '################',
    '................',
    '.......##.......',
    '.......##.......',
    '.##...####...##.',
    '.####.####.####.',
    '..############..',
    '...##########...',
    '.##############.',
    '...##########...',
    '..############..',
    '.####.####.####.',
    '.##...####...##.',
    '.......##.......',
    '.......##.......',
    '................',
    '################',
  ],
  [
    '##############',
    '..............',
    '......##......',
    '.....####.....',
    '....##..##....',
    '...##.##.##...',
    '..##.####.##..',
    '.##.##..##.##.',
    '##.##.##.##.##',
    '#.##.####.##.#',
    '.##.######.##.',
    '......##......',
    '......##......',
    '..##########..',
    '##############',
  ],
  [
    '############',
    '............',
    '###......###',
    '.###....###.',
    '..###..###..',
    '...######...',
    '....####....',
    '...######...',
    '..###..###..',
    '.###....###.',
    '###......###',
    '............',
    '############',
  ],
]

const size = { width: 384, height: 512 }

interface Bound {
  title: string
  author: string
  /** Selects cloth, border and layout. */
  look: number
}

const clothOf = ({ look }: Bound) => cloths[look % cloths.length]!
const borderOf = ({ look }: Bound) => borders[look % borders.length]!

/** The part of the title in Latin script, and of a long one the part before the comma. */
function coverTitleOf({ title }: Bound) {
  const ours = title.split(/[()]/).find((part) => canWrite(part)) ?? ''
  return (ours.length > 30 ? ours.split(',')[0]! : ours).trim()
}

/** The front of a cloth-bound book. A title without Latin letters becomes a large ornament. */
export async function drawFront(book: Bound) {
  const on = bind(book)
  const border = borderOf(book)
  const title = coverTitleOf(book)
  if (!title) {
    const figure = borders[book.look % 3]!.slice(2, -2).map((row) => row.slice(0, 17))
    const left = Math.round((size.width + 26 - figure[0]!.length * 14) / 2)
    weave(on, figure, left, 256 - figure.length * 7, 14, muga)
    band(on, border, 40)
    band(on, border, 424)
  } else if (book.look % 3 === 1) {
    box(on, 52, 64, 300, 236, '#faf7ef')
    box(on, 60, 72, 284, 220, clothOf(book))
    box(on, 62, 74, 280, 216, '#faf7ef')
    const height = await write(on, title, { left: 76, top: 88, width: 252, size: 38, color: ink, maxLines: 3 })
    await write(on, book.author, { left: 78, top: 96 + height, width: 248, size: 20, color: '#4a525e', maxLines: 1 })
    band(on, border, 400)
  } else {
    const isLow = book.look % 3 === 2
    const top = isLow ? 160 : 64
    const height = await write(on, title, {
      left: 54,
      top,
      width: 300,
      size: 42,
      color: '#ffffff',
      maxLines: isLow ? 3 : 4,
    })
    await write(on, book.author, { left: 56, top: top + 10 + height, width: 294, size: 21, color: muga, maxLines: 1 })
    band(on, border, 400)
    if (isLow) band(on, border, 56)
  }
  return toPng(on)
}

/** The back, with a barcode. */
export async function drawBack(book: Bound) {
  const on = bind(book, { isBack: true })
  band(on, borderOf(book), 56)
  box(on, 48, 392, 132, 76, '#ffffff')
  for (let n = 0, left = 58; left < 168; n++) {
    const width = 2 + ((n * 7 + book.look) % 3)
    box(on, left, 402, width, 56, ink)
    left += width + 2 + ((n * 5 + book.look) % 4)
  }
  return toPng(on)
}

/** An inner page, as sellers show to prove the condition. */
export async function drawPage(book: Bound) {
  const on = canvas(size.width, size.height, '#f7f2e6')
  box(on, 0, 0, 10, size.height, '#cfc6b0')
  box(on, 10, 0, 16, size.height, '#e6dfcd')
  const heading = coverTitleOf(book) || 'Chapter 1'
  const height = await write(on, heading, { left: 50, top: 40, width: 290, size: 28, color: ink, maxLines: 2 })
  const lines = Math.floor((430 - height) / 18)
  for (let n = 0; n < lines; n++) {
    const isLast = n % 7 === 6
    const left = n % 7 === 0 ? 74 : 50
    const right = isLast ? 180 + ((n * 31 + book.look * 17) % 120) : 346
    box(on, left, 70 + height + n * 18, right - left, 5, '#8a857b', 0.75)
  }
  return toPng(on)
}

/** A course's title above manuscript leaves on a string. */
export async function drawCourseCover({ title, look }: Pick<Bound, 'title' | 'look'>) {
  const color = cloths[look % cloths.length]!
  const on = canvas(size.width, size.height, muga)
  box(on, 0, 0, size.width, 24, color)
  await write(on, title, { left: 36, top: 52, width: 316, size: 40, color: ink })
  for (const n of [0, 1, 2]) box(on, 40, 300 + n * 42, 304, 28, '#dcb974')
  box(on, 184, 286, 16, 140, red)
  band(on, borders[look % borders.length]!, 452, color)
  return toPng(on)
}

/** A book stall under a striped awning. */
export function drawStall(look: number) {
  const side = 384
  const on = canvas(side, side, '#fbf1da')
  const awning = look === 0 ? red : cloths[(look * 3) % cloths.length]!
  for (let n = 0; n < 8; n++) box(on, n * 48, 56, 48, 78, n % 2 ? '#ffffff' : awning)
  for (let n = 0; n < 13; n++) {
    const height = 46 + (((n + look) * 37) % 30)
    box(on, 22 + n * 27, 226 - height, 20, height, cloths[(n * 3 + look) % cloths.length]!)
  }
  box(on, 0, 226, side, 12, '#d9ccb0')
  for (const [n, left] of [30, 156, 282].entries()) {
    box(on, left, 262, 72, 58, cloths[(n + look) % cloths.length]!)
    box(on, left + 12, 276, 48, 6, '#ffffff')
  }
  box(on, 0, 320, side, 64, '#e9e0cd')
  weave(on, repeat(borders[0]!, side / 2), 0, 335, 2, awning)
  return toPng(on)
}

function bind(book: Bound, { isBack = false } = {}) {
  const on = canvas(size.width, size.height, clothOf(book))
  const spine = isBack ? size.width - 26 : 0
  box(on, spine, 0, 26, size.height, '#000000', 0.25)
  box(on, isBack ? spine - 4 : 26, 0, 4, size.height, '#ffffff', 0.16)
  return on
}

const thread = 3

function band(on: Canvas, border: string[], top: number, color = '#f2ede2') {
  weave(on, repeat(border, on.width / thread), 0, top, thread, color)
}

const repeat = (border: string[], threads: number) => border.map((row) => row.repeat(Math.ceil(threads / row.length)))
