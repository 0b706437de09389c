import { pictureUrl } from './picture-url.ts'

/** A 100 by 100 picture, for places that have only its key. */
export function Thumbnail({ pictureKey, alt }: { pictureKey: string; alt: string }) {
  const srcSet = (format: 'jpg' | 'webp') =>
    `${pictureUrl(pictureKey, 160, format)} 1x, ${pictureUrl(pictureKey, 320, format)} 2x`
  return (
    <picture>
      <source type="image/webp" srcSet={srcSet('webp')} />
      <img
        src={pictureUrl(pictureKey, 160)}
        srcSet={srcSet('jpg')}
        width={100}
        height={100}
        alt={alt}
        decoding="async"
        className="size-25 bg-leaf object-cover"
      />
    </picture>
  )
}
