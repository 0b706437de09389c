import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'

import { pictureUrl } from '#app/files/pictures/picture-url.ts'
import { Picture } from '#app/files/pictures/picture.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
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

const shapeOf = ({ width, height }: PictureFile) => (width > height ? 'aspect-[4/3]' : 'aspect-[3/4]')

/** All pictures at once, the first one large: with the others beside it, or below it if it is wide. Each is a link that opens it in full size. */
export function PictureGallery({ name, pictures }: PictureGalleryProps) {
  const { search } = useLocation()
  const [first, ...others] = pictures
  if (!first) return null
  const to = (number: number) => ({ search: withPicture(search, number) })
  const isWide = first.width > first.height
  const layout = isWide ? 'grid-cols-2 *:first:col-span-2' : 'grid-cols-[235fr_115fr] *:first:row-span-2'
  return (
    <>
      <div className={others.length > 0 ? `grid items-start gap-2 ${layout}` : isWide ? '' : 'max-w-90'}>
        <Link to={to(1)} state={{ isFromPage: true }} preventScrollReset className={`${tile} ${shapeOf(first)}`}>
          <Picture
            file={first}
            alt={`${name}, picture 1 of ${pictures.length}`}
            sizes={isWide ? `${wide} 650px, 100vw` : `${wide} 432px, 62vw`}
            loading="eager"
            isLargest
          />
          <span className={`${note} left-2 px-2.5 py-1.5 text-xs font-medium`}>
            <Icon name="zoom" className="size-4" />
            <span className="pointer-fine:hidden">Tap to zoom</span>
            <span className="not-pointer-fine:hidden">Click to zoom</span>
          </span>
        </Link>
        {others.map((file, n) => (
          <Link
            key={file.key}
            to={to(n + 2)}
            state={{ isFromPage: true }}
            preventScrollReset
            className={`${tile} ${shapeOf(file)}`}
          >
            <Picture
              file={file}
              maxWidth={320}
              alt={`${name}, picture ${n + 2} of ${pictures.length}`}
              sizes={isWide ? `${wide} 320px, 50vw` : `${wide} 212px, 31vw`}
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

/** The picture that the URL names, as large as the screen, with the others to the left and right of it. */
function PictureDialog({ name, pictures }: PictureGalleryProps) {
  const { pathname, search, state } = useLocation() as ReturnType<typeof useLocation> & {
    state: { isFromPage?: boolean } | null
  }
  const navigate = useNavigate()
  const named = Number(new URLSearchParams(search).get(pictureParam))
  const isOpen = Number.isInteger(named) && named >= 1 && named <= pictures.length
  const { strip, number, turnTo } = useTurning(isOpen ? named : null)

  const close = () =>
    state?.isFromPage
      ? void navigate(-1)
      : void navigate(pathname + withPicture(search, null), { replace: true, preventScrollReset: true })

  /** For a mouse: fingers swipe. */
  const turn = (label: string, to: number, look: string, icon: 'chevron-left' | 'chevron-right') =>
    to >= 1 &&
    to <= pictures.length && (
      <ButtonLink
        to={{ search: withPicture(search, to) }}
        state={state}
        replace
        preventScrollReset
        onClick={(event) => {
          event.preventDefault()
          turnTo(to)
          // This control goes: the keys go on turning.
          if (to === 1 || to === pictures.length) strip.current?.focus({ preventScroll: true })
        }}
        square
        variant="line"
        className={`absolute top-1/2 -mt-6 size-12 bg-sheet pointer-coarse:hidden ${look}`}
      >
        <Icon name={icon} />
        <span className="sr-only">{label}</span>
      </ButtonLink>
    )
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      title={pictures.length > 1 ? `${number} of ${pictures.length} · ${name}` : name}
      size="screen"
    >
      <div className="relative flex min-h-0 flex-1">
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
        {turn('Previous picture', number - 1, 'left-3', 'chevron-left')}
        {turn('Next picture', number + 1, 'right-3', 'chevron-right')}
      </div>
    </Dialog>
  )
}

/**
 * Shows the picture with this number, then others: by swipes, the arrow keys, which by themselves would scroll by a few pixels, and
 * `turnTo`. Null: the dialog is closed.
 */
function useTurning(named: number | null) {
  const strip = useRef<HTMLDivElement>(null)
  const [number, setNumber] = useState(named ?? 1)
  const [shown, setShown] = useState(named)
  if (named !== shown) {
    setShown(named)
    setNumber(named ?? 1)
  }
  const turnTo = (to: number) => {
    const picture = strip.current?.children[to - 1]
    if (!picture) return
    setNumber(to)
    picture.scrollIntoView({ block: 'nearest' })
  }
  const turnByKey = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    turnTo(number + step)
  })
  useEffect(() => {
    const element = strip.current
    if (named === null || !element) return undefined
    element.children[named - 1]?.scrollIntoView({ behavior: 'instant', block: 'nearest' })
    const listeners = new AbortController()
    const { signal } = listeners
    element.closest('dialog')!.addEventListener('keydown', (event) => turnByKey(event), { signal })
    const noteSwipe = () => setNumber(Math.round(element.scrollLeft / element.clientWidth) + 1)
    element.addEventListener('scrollend', noteSwipe, { signal })
    return () => listeners.abort()
  }, [named])
  return { strip, number, turnTo }
}

/** Fills the screen; a press shows it larger, to be moved, or fits it again. Without script a press opens the file. */
function FullPicture({ file, alt }: { file: PictureFile; alt: string }) {
  const [isZoomed, setIsZoomed] = useState(false)
  const hasScript = useHasScript()
  const size = isZoomed ? 'size-auto min-h-[150dvh] max-w-none' : 'h-full w-auto max-w-full object-contain'
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
