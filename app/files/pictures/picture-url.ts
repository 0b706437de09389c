import { pictureWidths } from '#app/files/file-rules.ts'

type PictureWidth = (typeof pictureWidths)[number]
type PictureFormat = 'jpg' | 'webp'

/** The storage key of one rendition of a picture; width null is the full size. */
export function renditionKey(key: string, width: PictureWidth | null, format: PictureFormat) {
  const stem = key.slice(0, -'.jpg'.length)
  return width ? `${stem}-${width}.${format}` : `${stem}.${format}`
}

/** The keys of all renditions of a picture, its own first. */
export function renditionKeys(key: string) {
  return [null, ...pictureWidths].flatMap((width) => [
    renditionKey(key, width, 'jpg'),
    renditionKey(key, width, 'webp'),
  ])
}

/** The picture keys that a rendition key may belong to: two if the file name itself ends like a width (`cover-160`). */
export function possibleKeys(rendition: string) {
  const stem = rendition.replace(/\.(jpg|webp)$/, '')
  const withoutWidth = stem.replace(new RegExp(`-(?:${pictureWidths.join('|')})$`), '')
  return stem === withoutWidth ? [`${stem}.jpg`] : [`${withoutWidth}.jpg`, `${stem}.jpg`]
}

/**
 * Where browsers get pictures: from this site, or from the address in FILES_PUBLIC_URL, which pages pass on to their script. It is
 * the same for everybody, as long as a process lives.
 */
const ownHome = '/pictures'
let home = globalThis.document?.documentElement.dataset.pictures ?? ownHome

export function setPictureHome(address: string | null) {
  home = address ?? ownHome
}

export function pictureUrl(key: string, width: PictureWidth | null = null, format: PictureFormat = 'jpg') {
  return `${home}/${renditionKey(key, width, format)}`
}

/** The highest device pixel ratio of phones. */
const maxDensity = 3

/** Leaves out widths larger than the picture, and those beyond what a box of `maxWidth` CSS pixels needs. */
export function pictureSrcSet(file: { key: string; width: number }, maxWidth: number) {
  const widths = pictureWidths.filter((width) => width < file.width)
  const enough = widths.findIndex((width) => width >= maxWidth * maxDensity)
  const offered = enough < 0 ? [...widths, null] : widths.slice(0, enough + 1)
  return offered.map((width) => `${pictureUrl(file.key, width, 'webp')} ${width ?? file.width}w`).join(', ')
}
