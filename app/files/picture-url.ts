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

export function pictureUrl(key: string, width: PictureWidth | null = null, format: PictureFormat = 'jpg') {
  return `/pictures/${renditionKey(key, width, format)}`
}

/** A small picture has no small ones that are smaller: those are left out. */
export function pictureSrcSet(file: { key: string; width: number }) {
  return [...pictureWidths.filter((width) => width < file.width), null]
    .map((width) => `${pictureUrl(file.key, width, 'webp')} ${width ?? file.width}w`)
    .join(', ')
}
