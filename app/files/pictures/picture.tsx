import { pictureSrcSet, pictureUrl } from './picture-url.ts'

interface PictureProps {
  file: { key: string; width: number; height: number }
  /** The largest width in CSS pixels at which the page shows it: larger files are not offered. */
  maxWidth?: number
  alt: string
  /** The `sizes` attribute, such as "(min-width: 768px) 240px, 50vw". */
  sizes: string
  loading?: 'lazy' | 'eager' | undefined
  /** Whether it is the largest element of the first screen: the browser then loads it before other pictures. */
  isLargest?: boolean
  className?: string | undefined
}

/** WebP, with a JPEG for browsers older than six years. */
export function Picture({
  file,
  maxWidth = Infinity,
  alt,
  sizes,
  loading = 'lazy',
  isLargest,
  className,
}: PictureProps) {
  return (
    <picture>
      <source type="image/webp" srcSet={pictureSrcSet(file, maxWidth)} sizes={sizes} />
      <img
        src={pictureUrl(file.key)}
        width={file.width}
        height={file.height}
        alt={alt}
        loading={loading}
        fetchPriority={isLargest ? 'high' : undefined}
        decoding="async"
        className={className}
      />
    </picture>
  )
}
