import { pictureSrcSet, pictureUrl } from './picture-url.ts'

type PictureProps = {
  file: { key: string; width: number; height: number }
  alt: string
  /** How wide it stands on the page, such as "(min-width: 768px) 240px, 50vw": the browser loads no more than that. */
  sizes: string
  /** The most of those pixels: what no screen needs is not offered. */
  atMost?: number | undefined
  loading?: 'lazy' | 'eager' | undefined
  className?: string | undefined
}

/** Every browser of the last six years takes the first; the JPEG is for the others. */
export function Picture({ file, alt, sizes, atMost = Infinity, loading = 'lazy', className }: PictureProps) {
  return (
    <picture>
      <source type="image/webp" srcSet={pictureSrcSet(file, atMost)} sizes={sizes} />
      <img
        src={pictureUrl(file.key)}
        width={file.width}
        height={file.height}
        alt={alt}
        loading={loading}
        decoding="async"
        className={className}
      />
    </picture>
  )
}
