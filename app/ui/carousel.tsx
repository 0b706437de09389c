import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface Slide {
  url: string
  alt: string
}

interface CarouselProps {
  label: string
  slides: readonly Slide[]
  /** Size of every picture, to reserve its space. */
  width: number
  height: number
}

/** Pictures in turn, moved by turning-pictures.ts. Without script only the first is shown. */
export function Carousel({ label, slides, width, height }: CarouselProps) {
  return (
    <section aria-roledescription="carousel" aria-label={label}>
      <turning-pictures class="block">
        <div className="relative touch-pan-y overflow-hidden rounded-md bg-muga-tint select-none">
          {slides.map(({ url, alt }, n) => (
            <img
              key={url}
              src={url}
              alt={alt}
              width={width}
              height={height}
              draggable={false}
              hidden={n !== 0}
              loading={n === 0 ? 'eager' : 'lazy'}
              fetchPriority={n === 0 ? 'high' : 'auto'}
              decoding={n === 0 ? 'sync' : 'async'} // shown in the first frame, not after the script
              suppressHydrationWarning // the element may have changed it before hydration
              className="h-auto w-full"
            />
          ))}
        </div>
        <div className="-mx-2 -mb-3 flex flex-wrap items-center">
          {slides.map(({ url, alt }, n) => (
            <button
              key={url}
              type="button"
              aria-label={`Picture ${n + 1} of ${slides.length}: ${alt}`}
              aria-current={n === 0 || undefined}
              suppressHydrationWarning
              className="grid size-11 place-items-center before:h-1 before:w-4.5 before:bg-edge aria-current:before:w-7 aria-current:before:bg-accent-ink"
            />
          ))}
          <Button square className="group ml-auto" aria-pressed={false} suppressHydrationWarning>
            <Icon name="pause" className="size-5 group-aria-pressed:hidden" />
            <Icon name="play" className="size-5 not-group-aria-pressed:hidden" />
            <span className="sr-only">Pause</span>
          </Button>
        </div>
      </turning-pictures>
    </section>
  )
}

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace
  namespace JSX {
    interface IntrinsicElements {
      'turning-pictures': React.HTMLAttributes<HTMLElement> & { class?: string }
    }
  }
}
