import { pictureSrcSet, pictureUrl } from './picture-url.ts'

/** Where a picture's files are, and how large it is, in the words of the document. */
export type PictureWords = ReturnType<typeof pictureWords>

/** @param atMost The most pixels that it is wide on the page: what no screen needs is not offered. */
export function pictureWords(file: { key: string; width: number; height: number }, atMost = Infinity) {
  return {
    src: pictureUrl(file.key),
    srcSet: pictureSrcSet(file, atMost),
    width: String(file.width),
    height: String(file.height),
  }
}

interface PictureProps extends PictureWords {
  alt: string
  /** How wide it stands on the page, such as "(min-width: 768px) 240px, 50vw": the browser loads no more than that. */
  sizes: string
  loading?: 'lazy' | 'eager' | undefined
  className?: string | undefined
}

/** Every browser of the last six years takes the first; the JPEG is for the others. */
export function Picture({ src, srcSet, width, height, alt, sizes, loading = 'lazy', className }: PictureProps) {
  return (
    <picture>
      <source type="image/webp" srcSet={srcSet} sizes={sizes} />
      <img src={src} width={width} height={height} alt={alt} loading={loading} decoding="async" className={className} />
    </picture>
  )
}
