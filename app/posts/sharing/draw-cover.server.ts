import type { OverlayOptions } from 'sharp'

import { sharp } from '#app/files/pictures/sharp.server.ts'
import type { PostKind } from '#app/posts/post-rules.ts'
import { kindWords } from '#app/posts/post-texts.ts'

import { drawText, fitText } from '#app/files/pictures/draw-text.server.ts'
import { boxAt, textAt } from '#app/files/pictures/picture-layers.server.ts'
import { colours } from './share-colours.ts'

interface Size {
  width: number
  height: number
}

interface Cover {
  kind: PostKind
  name: string
  /** The seller's picture; null: a cover is drawn, as by post-cover.tsx. */
  file: string | null
}

/** A cover as raw pixels. */
export async function drawCover(cover: Cover, size: Size) {
  const picture = cover.file
    ? sharp(cover.file, { sequentialRead: true }).resize({ ...size, fit: 'cover' })
    : await drawnCover(cover, size)
  return { input: await picture.removeAlpha().raw().toBuffer(), raw: { ...size, channels: 3 as const } }
}

async function drawnCover({ kind, name }: Cover, size: Size) {
  if (kind === 'note')
    return page(size, colours.paper, [...ruledLines(size), ...(await title(size, name, 0.18, 'PDF'))])
  if (kind === 'course')
    return page(size, colours.manuscript, [...manuscript(size), ...(await title(size, name, 0.1, 'COURSE'))])
  return page(size, colours.leaf, await word(size, kindWords[kind].label))
}

const page = (size: Size, background: string, layers: OverlayOptions[]) =>
  sharp({ create: { ...size, channels: 3, background } }).composite(layers)

/** A box by fractions of the cover: left, top, width, height. */
const part = ({ width, height }: Size, [left, top, wide, high]: [number, number, number, number]) => ({
  left: Math.round(left * width),
  top: Math.round(top * height),
  width: Math.round(wide * width),
  height: Math.round(high * height),
})

/** A ruled exercise page with a red margin. */
const ruledLines = (size: Size) => [
  ...Array.from({ length: 11 }, (_, n) =>
    boxAt({ ...part(size, [0, 0.47 + n * 0.05, 1, 0]), height: 2 }, colours.ruledLine),
  ),
  boxAt({ ...part(size, [0.11, 0, 0, 1]), width: 2 }, colours.ruledMargin),
]

/** Three leaves of a manuscript on a string. */
const manuscript = (size: Size) => [
  ...[0.48, 0.567, 0.656].map((top) => boxAt(part(size, [0.1, top, 0.8, 0.0625]), colours.manuscriptLeaf)),
  boxAt(part(size, [0.48, 0.45, 0.04, 0.29]), colours.manuscriptString),
]

/** The name at the top, and a dark tag at the bottom. */
async function title({ width, height }: Size, name: string, inset: number, tag: string) {
  const left = Math.round(inset * width)
  const drawn = await fitText(name, {
    sizes: [34, 28],
    weight: 'Semi-Bold',
    colour: colours.ink,
    maxWidth: Math.round(0.92 * width) - left,
    maxHeight: Math.round(0.3 * height),
  })
  const label = await drawText(tag, { size: 26, weight: 'Semi-Bold', colour: colours.paper, maxWidth: width })
  const padding = 9
  const box = { left, width: label.width + 2 * padding, height: label.height + 2 * padding }
  const top = Math.round(0.92 * height) - box.height
  return [
    textAt(drawn, left, Math.round(0.1 * height)),
    boxAt({ ...box, top }, colours.ink),
    textAt(label, left + padding, top + padding),
  ]
}

/** A word in the middle, with a line around the page. */
async function word(size: Size, text: string) {
  const { width, height } = size
  const drawn = await drawText(text, { size: 44, weight: 'Semi-Bold', colour: colours.inkSoft, maxWidth: width })
  const inner = { left: 2, top: 2, width: width - 4, height: height - 4 }
  return [
    boxAt({ left: 0, top: 0, ...size }, colours.rule),
    boxAt(inner, colours.leaf),
    textAt(drawn, Math.round((width - drawn.width) / 2), Math.round((height - drawn.height) / 2)),
  ]
}
