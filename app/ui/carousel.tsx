import { type PointerEvent, useEffect, useRef, useState } from 'react'

import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface Slide {
  url: string
  /** What is seen on it. */
  alt: string
}

interface CarouselProps {
  label: string
  slides: readonly Slide[]
  /** Of every picture, for the room it takes. */
  width: number
  height: number
}

const advanceMs = 5_000
const swipePx = 40

/**
 * Pictures that take turns. They stand still under a pointer, with the focus in it, while the page is hidden, for whoever
 * wants less motion, and once Pause was pressed. Without script it is the first picture.
 */
export function Carousel({ label, slides, width, height }: CarouselProps) {
  const [at, setAt] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const frame = useRef<HTMLElement>(null)
  const pressed = useRef<number | null>(null)
  const count = slides.length

  useEffect(() => {
    if (isPaused) return undefined
    const timer = setInterval(() => mayMove(frame.current) && setAt((at + 1) % count), advanceMs)
    return () => clearInterval(timer)
  }, [isPaused, at, count])

  function release({ clientX }: PointerEvent) {
    const moved = pressed.current === null ? 0 : clientX - pressed.current
    pressed.current = null
    if (Math.abs(moved) >= swipePx) setAt((at + (moved < 0 ? 1 : count - 1)) % count)
  }

  return (
    <section ref={frame} aria-roledescription="carousel" aria-label={label}>
      <div
        className="relative touch-pan-y overflow-hidden rounded-md bg-muga-tint select-none"
        onPointerDown={({ clientX }) => (pressed.current = clientX)}
        onPointerUp={release}
        onPointerCancel={() => (pressed.current = null)}
      >
        {slides.map(({ url, alt }, n) => (
          <img
            key={url}
            src={url}
            alt={alt}
            width={width}
            height={height}
            draggable={false}
            hidden={n !== at}
            loading={n === 0 ? 'eager' : 'lazy'}
            fetchPriority={n === 0 ? 'high' : 'auto'}
            decoding={n === 0 ? 'sync' : 'async'} // in the first frame, not after the script
            className="h-auto w-full"
          />
        ))}
      </div>
      <div className="-mx-2 -mb-3 flex items-center">
        {slides.map(({ url, alt }, n) => (
          <button
            key={url}
            type="button"
            aria-label={`Picture ${n + 1} of ${count}: ${alt}`}
            aria-current={n === at || undefined}
            onClick={() => setAt(n)}
            className="grid size-11 place-items-center before:h-1 before:w-4.5 before:bg-edge aria-current:before:w-7 aria-current:before:bg-accent-ink"
          />
        ))}
        <Button square className="ml-auto" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          <Icon name={isPaused ? 'play' : 'pause'} />
          <span className="sr-only">Pause</span>
        </Button>
      </div>
    </section>
  )
}

function mayMove(frame: HTMLElement | null) {
  const isPointedAt = matchMedia('(hover: hover)').matches && frame?.matches(':hover') // a tap leaves it behind on phones
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  return !document.hidden && !isStill && !isPointedAt && !frame?.matches(':focus-within')
}
