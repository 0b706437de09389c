import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'

import { pictureUrl } from '#app/files/pictures/picture-url.ts'
import { Picture } from '#app/files/pictures/picture.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'

interface PictureFile {
  key: string
  width: number
  height: number
}

interface PictureGalleryProps {
  name: string
  pictures: PictureFile[]
}

/** The query parameter that opens a picture in full size: its number. */
const pictureParam = 'picture'

const wide = '(width >= 47.5rem)'
const tile = 'relative block overflow-hidden rounded-sm bg-leaf [&_img]:size-full [&_img]:object-cover'
const note = 'absolute bottom-2 flex items-center gap-1.5 rounded-sm bg-[#151a22] text-[#f2f0eb]'

/** All pictures at once, the first one large. Each is a link that opens it in full size. */
export function PictureGallery({ name, pictures }: PictureGalleryProps) {
  const { search } = useLocation()
  const [first, ...others] = pictures
  if (!first) return null
  const to = (number: number) => ({ search: withPicture(search, number) })
  return (
    <>
      <div className={others.length > 0 ? 'grid grid-cols-[235fr_115fr] grid-rows-2 gap-2' : 'max-w-90'}>
        <Link to={to(1)} state={{ isFromPage: true }} preventScrollReset className={`${tile} row-span-2 aspect-[3/4]`}>
          <Picture
            file={first}
            alt={`${name}, picture 1 of ${pictures.length}`}
            sizes={`${wide} 432px, 62vw`}
            loading="eager"
            isLargest
          />
          <span className={`${note} left-2 px-2.5 py-1.5 text-xs font-medium`}>
            <Icon name="zoom" className="size-4" /> Tap to zoom
          </span>
        </Link>
        {others.map((file, n) => (
          <Link
            key={file.key}
            to={to(n + 2)}
            state={{ isFromPage: true }}
            preventScrollReset
            className={`${tile} ${others.length === 1 ? 'row-span-2' : ''}`}
          >
            <Picture
              file={file}
              maxWidth={212}
              alt={`${name}, picture ${n + 2} of ${pictures.length}`}
              sizes={`${wide} 212px, 31vw`}
              className="absolute inset-0"
            />
            <span aria-hidden="true" className={`${note} right-2 px-1.75 py-0.5 text-2xs`}>
              {n + 2}
            </span>
          </Link>
        ))}
      </div>
      <PictureDialog name={name} pictures={pictures} />
    </>
  )
}

/** The picture that the URL names, in full size, with the others to the left and right of it. */
function PictureDialog({ name, pictures }: PictureGalleryProps) {
  const { pathname, search, state } = useLocation() as ReturnType<typeof useLocation> & {
    state: { isFromPage?: boolean } | null
  }
  const navigate = useNavigate()
  const strip = useRef<HTMLDivElement>(null)
  const number = Number(new URLSearchParams(search).get(pictureParam))
  const isOpen = Number.isInteger(number) && number >= 1 && number <= pictures.length

  useEffect(() => (isOpen && strip.current ? turnByKeys(strip.current, number) : undefined), [isOpen, number])

  const close = () =>
    state?.isFromPage
      ? void navigate(-1)
      : void navigate(pathname + withPicture(search, null), { replace: true, preventScrollReset: true })

  return (
    <Dialog open={isOpen} onClose={close} title={name} size="page">
      <section
        ref={strip}
        aria-label={`Pictures of ${name}`}
        // The tab stop is for the arrow keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="flex min-h-0 grow basis-0 snap-x snap-mandatory overflow-x-auto overscroll-contain motion-safe:scroll-smooth"
      >
        {pictures.map((file, n) => (
          <FullPicture key={file.key} file={file} alt={`${name}, picture ${n + 1} of ${pictures.length}`} />
        ))}
      </section>
      {pictures.length > 1 && (
        <p className="py-2 text-center text-sm text-ink-soft">
          {pictures.length} pictures. Swipe, or use the arrow keys.
        </p>
      )}
    </Dialog>
  )
}

/** Shows the picture with this number. Arrow keys show the next one: by themselves they would scroll by a few pixels. */
function turnByKeys(strip: HTMLElement, number: number) {
  let shown = number - 1
  strip.children[shown]?.scrollIntoView({ behavior: 'instant', block: 'nearest' })
  const turn = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    shown = Math.min(Math.max(shown + step, 0), strip.children.length - 1)
    strip.children[shown]!.scrollIntoView({ block: 'nearest' })
  }
  const noteSwipe = () => {
    shown = Math.round(strip.scrollLeft / strip.clientWidth)
  }
  const listeners = new AbortController()
  const { signal } = listeners
  strip.closest('dialog')!.addEventListener('keydown', turn, { signal })
  strip.addEventListener('scrollend', noteSwipe, { signal })
  return () => listeners.abort()
}

/** Fits the screen; a press shows it in its own size, or fits it again. Without script a press opens the file. */
function FullPicture({ file, alt }: { file: PictureFile; alt: string }) {
  const [isZoomed, setIsZoomed] = useState(false)
  const hasScript = useHasScript()
  const size = isZoomed ? 'max-w-none' : 'size-auto max-h-full max-w-full'
  const picture = (
    <img
      src={pictureUrl(file.key, null, 'webp')}
      width={file.width}
      height={file.height}
      alt={alt}
      decoding="async"
      className={`m-auto ${size}`}
    />
  )
  const frame = `flex p-2 ${isZoomed ? 'min-h-full min-w-full cursor-zoom-out' : 'size-full cursor-zoom-in'}`
  return (
    <div className="w-full flex-none snap-center overflow-auto overscroll-contain">
      {hasScript ? (
        <button type="button" aria-pressed={isZoomed} onClick={() => setIsZoomed(!isZoomed)} className={frame}>
          {picture}
        </button>
      ) : (
        <a href={pictureUrl(file.key)} className={frame}>
          {picture}
        </a>
      )}
    </div>
  )
}

function withPicture(search: string, number: number | null) {
  const query = new URLSearchParams(search)
  if (number === null) query.delete(pictureParam)
  else query.set(pictureParam, String(number))
  return query.size > 0 ? `?${query}` : ''
}
