import { pictureSrcSet, pictureUrl } from './picture-url.ts'

type PictureProps = {
  file: { key: string; width: number; height: number }
  alt: string
  /** How wide it stands on the page, such as "(min-width: 768px) 240px, 50vw": the browser loads no more than that. */
  sizes: string
  loading?: 'lazy' | 'eager' | undefined
  className?: string | undefined
}

/** Every browser of the last six years takes the first; the JPEG is for the others. */
export function Picture({ file, alt, sizes, loading = 'lazy', className }: PictureProps) {
  return (
    <picture>
      <source type="image/webp" srcSet={pictureSrcSet(file)} sizes={sizes} />
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
