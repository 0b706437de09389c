import type { OverlayOptions } from 'sharp'

import { sharp } from '#app/files/pictures/sharp.server.ts'
import { formatPaise } from '#app/format/money.ts'
import { kindWords } from '#app/posts/post-texts.ts'
import { payablePaise } from '#app/posts/prices.ts'
import { sharePictureSize } from '#app/rendering/share-picture.ts'

import { drawCover } from './draw-cover.server.ts'
import { drawableText, drawText, fitText } from '#app/files/pictures/draw-text.server.ts'
import { boxAt, textAt } from '#app/files/pictures/picture-layers.server.ts'
import { colours } from './share-colours.ts'
import type { DrawnPost } from './share-version.server.ts'
import { motif } from './motif.ts'
import { siteSummary } from './site-summary.ts'

const { width, height } = sharePictureSize
const weaveScale = 2
const panelWidth = 440
const coverSize = { width: 342, height: 456 }
const margin = 50

/** Cover, name, price and place of a post, as JPEG. `coverFile`: the seller's picture on the local disk. */
export async function drawSharePicture(post: DrawnPost, siteName: string, coverFile: string | null) {
  const name = drawableText(post.name) || kindWords[post.kind].label
  const left = panelWidth + margin
  const maxWidth = width - left - margin
  const bottom = height - margin
  const site = await fitText(shown(siteName), {
    sizes: [34],
    weight: 'Semi-Bold',
    colour: colours.accent,
    maxWidth,
    maxHeight: 44,
  })
  const price = await drawText(formatPaise(payablePaise(post)), {
    size: 76,
    weight: 'Semi-Bold',
    colour: colours.ink,
    maxWidth,
  })
  const place = post.district
    ? await drawText(post.district, { size: 34, weight: 'Regular', colour: colours.inkSoft, maxWidth })
    : null
  const placeTop = bottom - (place?.height ?? 0)
  const priceTop = placeTop - (place ? 28 : 0) - price.height
  const nameTop = margin + site.height + 40
  const drawnName = await fitText(name, {
    sizes: [64, 56, 48],
    weight: 'Semi-Bold',
    colour: colours.ink,
    maxWidth,
    maxHeight: priceTop - 40 - nameTop,
  })
  const coverLeft = Math.round((panelWidth - coverSize.width) / 2)
  const coverTop = Math.round((height - weaveHeight - coverSize.height) / 2)
  return toJpeg([
    boxAt({ left: 0, top: 0, width: panelWidth, height }, colours.leaf),
    boxAt({ ...coverSize, left: coverLeft + 6, top: coverTop + 8 }, colours.rule), // a shadow
    { ...(await drawCover({ kind: post.kind, name, file: coverFile }, coverSize)), left: coverLeft, top: coverTop },
    textAt(site, left, margin),
    textAt(drawnName, left, nameTop),
    textAt(price, left, priceTop),
    ...(place ? [textAt(place, left, placeTop)] : []),
    weave(panelWidth),
  ])
}

/** The name of the site and what it is, for pages that are no post's. */
export async function drawSitePicture(siteName: string) {
  const left = 90
  const maxWidth = width - 2 * left
  const name = await fitText(shown(siteName), {
    sizes: [150, 110, 80],
    weight: 'Semi-Bold',
    colour: colours.accent,
    maxWidth,
    maxHeight: 230,
  })
  const summary = await fitText(shown(siteSummary(siteName)), {
    sizes: [44, 36],
    weight: 'Regular',
    colour: colours.ink,
    maxWidth,
    maxHeight: 190,
  })
  const gap = 50
  const top = Math.round((height - weaveHeight - name.height - gap - summary.height) / 2)
  return toJpeg([textAt(name, left, top), textAt(summary, left, top + name.height + gap), weave(width)])
}

/** Never empty: libvips cannot draw an empty text. */
const shown = (text: string) => drawableText(text) || '·'

const toJpeg = (layers: OverlayOptions[]) =>
  sharp({ create: { width, height, channels: 3, background: colours.paper } })
    .composite(layers)
    .jpeg({ quality: 52, mozjpeg: true })
    .toBuffer()

const weaveHeight = motif.length * weaveScale

/** A band at the bottom. As wide as the picture it takes 15 kB, which is half of all else. */
function weave(bandWidth: number): OverlayOptions {
  const pixels = Buffer.alloc(bandWidth * weaveHeight * 4)
  const accent = Buffer.from(`${colours.accent.slice(1)}ff`, 'hex')
  for (let y = 0; y < weaveHeight; y++) {
    const row = motif[Math.floor(y / weaveScale)]!
    for (let x = 0; x < bandWidth; x++)
      if (row[Math.floor(x / weaveScale) % row.length] === '#') accent.copy(pixels, (y * bandWidth + x) * 4)
  }
  const raw = { width: bandWidth, height: weaveHeight, channels: 4 as const }
  return { input: pixels, raw, left: 0, top: height - weaveHeight }
}
