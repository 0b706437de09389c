import { pictureWidths } from './file-rules.ts'

type PictureWidth = (typeof pictureWidths)[number]
type PictureFormat = 'jpg' | 'webp'

/** The key of a picture as it is kept in one width and format; without a width in its own. */
export function renditionKey(key: string, width: PictureWidth | null, format: PictureFormat) {
  const stem = key.slice(0, -'.jpg'.length)
  return width ? `${stem}-${width}.${format}` : `${stem}.${format}`
}

/** Every key under which a picture's bytes are kept, its own first. */
export function renditionKeys(key: string) {
  return [null, ...pictureWidths].flatMap((width) => [
    renditionKey(key, width, 'jpg'),
    renditionKey(key, width, 'webp'),
  ])
}

/** The keys of pictures that a rendition may be of: what people call a file may itself end like a width. */
export function possibleKeys(rendition: string) {
  const stem = rendition.replace(/\.(jpg|webp)$/, '')
  const withoutWidth = stem.replace(new RegExp(`-(?:${pictureWidths.join('|')})$`), '')
  return stem === withoutWidth ? [`${stem}.jpg`] : [`${withoutWidth}.jpg`, `${stem}.jpg`]
}

export function pictureUrl(key: string, width: PictureWidth | null = null, format: PictureFormat = 'jpg') {
  return `/pictures/${renditionKey(key, width, format)}`
}

/** No screen of a phone has more dots than this to what style sheets call a pixel. */
const maxDensity = 3

/** Left out are the widths that a small picture does not have, and those beyond what is enough for `atMost` pixels. */
export function pictureSrcSet(file: { key: string; width: number }, atMost: number) {
  const widths = pictureWidths.filter((width) => width < file.width)
  const enough = widths.findIndex((width) => width >= atMost * maxDensity)
  const offered = enough < 0 ? [...widths, null] : widths.slice(0, enough + 1)
  return offered.map((width) => `${pictureUrl(file.key, width, 'webp')} ${width ?? file.width}w`).join(', ')
}
