import { fileURLToPath } from 'node:url'

import { sharp } from './sharp.server.ts'

// Without the fonts of the machine: pictures look the same everywhere, and where no font is installed, too.
process.env.FONTCONFIG_FILE = fileURLToPath(import.meta.resolve('#app/files/pictures/fonts.conf'))

const families = ['Noto Sans Bengali', 'Noto Sans Devanagari'] // Latin letters and ₹ are in both

const fontFiles = [
  import.meta.resolve('@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans-bengali/600SemiBold/NotoSansBengali_600SemiBold.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold.ttf'),
].map((file) => fileURLToPath(file))

export interface TextLook {
  /** In pixels. */
  size: number
  weight: 'Regular' | 'Semi-Bold'
  colour: string
  /** Longer lines are wrapped. */
  maxWidth: number
}

/** Raw pixels with transparency, cut to the ink of the letters. */
export interface DrawnText {
  pixels: Buffer
  width: number
  height: number
}

let areFontsLoaded: Promise<unknown> | null = null

export async function drawText(text: string, look: TextLook): Promise<DrawnText> {
  areFontsLoaded ??= Promise.all(fontFiles.map((fontfile) => render('a', { size: 9, fontfile })))
  await areFontsLoaded
  const font = `${families.join(', ')}, ${look.weight}`
  const { data, info } = await render(`<span foreground="${look.colour}">${escapeMarkup(text)}</span>`, {
    size: look.size,
    font,
    width: look.maxWidth,
  })
  return { pixels: data, width: info.width, height: info.height }
}

interface Rendering {
  size: number
  font?: string
  width?: number
  /** Libvips adds it to the fonts of this process. */
  fontfile?: string
}

const render = (markup: string, { size, font = 'sans', ...rest }: Rendering) =>
  sharp({ text: { text: markup, font: `${font} ${size}`, dpi: 72, rgba: true, wrap: 'word-char', ...rest } })
    .raw()
    .toBuffer({ resolveWithObject: true })

const escapeMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

interface Fit extends Omit<TextLook, 'size'> {
  /** Largest first. */
  sizes: readonly number[]
  maxHeight: number
  /** Follows the text, and is never cut off. */
  ending?: string
}

/** More letters fit nowhere; drawing thousands to find that out would take seconds. */
const lettersMax = 200

/** Draws the text in the largest size that fits. If none does, its end is cut off. */
export async function fitText(text: string, { sizes, maxHeight, ending = '', ...look }: Fit) {
  // A letter of dozens of characters is not wrapped, and may be wider than the line.
  const fitsIn = (drawn: DrawnText) => drawn.height <= maxHeight && drawn.width <= look.maxWidth
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment) // a vowel sign stays with its letter
  for (const size of letters.length <= lettersMax ? sizes : []) {
    const drawn = await drawText(text + ending, { ...look, size })
    if (fitsIn(drawn)) return drawn
  }
  const size = sizes.at(-1)!
  let [fits, tooMany] = [0, Math.min(letters.length, lettersMax)]
  let drawn = await drawText(`…${ending}`, { ...look, size })
  while (tooMany - fits > 1) {
    const count = Math.floor((fits + tooMany) / 2)
    const shorter = await drawText(cutAt(letters, count) + ending, { ...look, size })
    if (fitsIn(shorter)) [fits, drawn] = [count, shorter]
    else tooMany = count
  }
  return drawn
}

/** Cuts before the last word begun, unless that would lose more than half. */
function cutAt(letters: string[], count: number) {
  const kept = letters.slice(0, count).join('')
  const words = kept.replace(/\s+\S*$/, '')
  return `${words.length > kept.length / 2 ? words : kept}…`
}

/** What the fonts do not have, such as emoji and other scripts, and control characters. */
const notDrawn =
  /[^\u0300-\u0304\u0306-\u0308\u200c-\u200d\p{Script=Bengali}\p{Script=Devanagari}\u0020-\u007e\u00a1-\u00a3\u00a5\u00a7-\u00ab\u00ae\u00b0\u00b4\u00b6-\u00b8\u00ba\u00bb\u00bf-\u017e\u0218-\u021b\u0964\u0965\u1e80-\u1e85\u2010\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac\u20b9\u2122\u2212]/gu

/** The text without what would be drawn as empty boxes; of ṇ and 𝕻 their plain letters stay. May be empty. */
export const drawableText = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(notDrawn, (letter) => letter.normalize('NFKD').replaceAll(notDrawn, '') || ' ')
    .replaceAll(/(?<![\p{L}\p{M}])[\u200c-\u200d]/gu, '') // joiners of an emoji
    .replaceAll(/\s+/g, ' ')
    .trim()
