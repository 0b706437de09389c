import { type RefObject, useEffect, useRef, useState } from 'react'

import { reloadIfOnline } from '#app/platform/reload-if-online.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

import type { OpenPdf, PdfFailure } from './open-pdf.ts'

/** A file of a few kilobytes can claim a million pages; a phone has to stay alive. */
const maxPages = 2_000

const failureTexts: Record<PdfFailure, string> = {
  lost: 'No connection. Not all of the PDF arrived.',
  unreadable: 'This PDF cannot be shown.',
}

/** The pages of a PDF below each other, each drawn when it comes near and let go when it is far. */
export function PdfPages({ path }: { path: string }) {
  const column = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(1)
  return (
    <div ref={column} tabIndex={-1} className="flex flex-1 flex-col bg-leaf outline-hidden">
      <Reading key={attempt} path={path} column={column} onRestart={() => setAttempt(attempt + 1)} />
    </div>
  )
}

interface ReadingProps {
  path: string
  column: RefObject<HTMLElement | null>
  onRestart: () => void
}

function Reading({ path, column, onRestart }: ReadingProps) {
  const [pdf, setPdf] = useState<OpenPdf | null>(null)
  const [failure, setFailure] = useState<PdfFailure | null>(null)
  const [hasViewer, setHasViewer] = useState(false)

  useEffect(() => {
    const reading = new AbortController()
    const { signal } = reading
    const fail = (reason: PdfFailure) => {
      if (!signal.aborted) setFailure(reason)
    }
    async function open() {
      const { openPdf, failureOf } = await import('./open-pdf.ts')
      setHasViewer(true)
      await openPdf(path, { signal, onFailure: fail }).then(
        (opened) => !signal.aborted && setPdf(opened),
        (error) => fail(failureOf(error)),
      )
    }
    open().catch(() => fail('lost')) // the viewer itself did not arrive
    return () => reading.abort()
  }, [path])

  function tryAgain() {
    if (!hasViewer) return void reloadIfOnline()
    column.current?.focus({ preventScroll: true }) // the button goes, and with it the keys would
    if (!pdf || failure !== 'lost') return onRestart()
    setFailure(null)
    return pdf.resume()
  }

  const total = pdf?.document.numPages ?? 0
  const count = Math.min(total, maxPages)
  return (
    <>
      <div className="relative mx-auto grid w-full max-w-200 flex-1 content-start gap-3 px-3 py-4 md:px-6">
        <output className={pdf ? 'sr-only' : 'absolute inset-x-0 top-28 z-1 text-center text-ink-soft'}>
          {pdf ? pagesText(total) : failure ? '' : 'Loading...'}
        </output>
        {pdf
          ? Array.from({ length: count }, (_, index) => <PdfPage key={index} pdf={pdf} number={index + 1} />)
          : !failure && <PagePlace ratio={1 / Math.SQRT2} />}
        {total > count && <p className="text-center text-sm text-ink-soft">The first {count} pages are shown.</p>}
      </div>
      {failure && (
        <div
          role="alert"
          className="sticky bottom-0 flex items-center gap-3 border-t border-rule bg-accent-tint px-4 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] text-sm md:px-6"
        >
          <Icon name="exclamation" className="size-5 text-accent-ink" />
          <p className="flex-1">{failureTexts[failure]}</p>
          {/* It is in sight already: to come to it must not move the pages. */}
          <Button variant="line" onClick={tryAgain} className="-scroll-mb-20 bg-sheet">
            Try again
          </Button>
        </div>
      )}
    </>
  )
}

const pagesText = (count: number) => (count === 1 ? '1 page' : `${count} pages`)

/** Holds the place of a page that is on its way. */
function PagePlace({ ratio }: { ratio: number }) {
  return (
    <div
      style={{ aspectRatio: ratio }}
      className="w-full animate-skeleton bg-sheet shadow-book motion-reduce:animate-none"
    />
  )
}

/** As large as a page may be drawn: more, and a cheap phone gives up. */
const maxPixels = 4_000_000
const maxSharpness = 2

function PdfPage({ pdf, number }: { pdf: OpenPdf; number: number }) {
  const place = useRef<HTMLElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const isNear = useIsNear(place)
  const [ratio, setRatio] = useState(pdf.firstRatio)
  const [isDrawn, setIsDrawn] = useState(false)
  const [text, setText] = useState<string | null>(null)

  useEffect(() => {
    const target = canvas.current
    if (!isNear || !target) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    async function draw(on: HTMLCanvasElement) {
      const page = await pdf.document.getPage(number)
      if (signal.aborted) return
      const size = page.getViewport({ scale: 1 })
      setRatio(size.width / size.height)
      const scale = Math.min(
        (on.clientWidth / size.width) * Math.min(window.devicePixelRatio, maxSharpness),
        Math.sqrt(maxPixels / (size.width * size.height)),
      )
      const viewport = page.getViewport({ scale })
      on.width = Math.round(viewport.width)
      on.height = Math.round(viewport.height)
      const drawing = page.render({ canvas: on, viewport })
      signal.addEventListener('abort', () => {
        drawing.cancel()
        page.cleanup()
      })
      await drawing.promise
      setIsDrawn(true)
      const { items } = await page.getTextContent()
      setText(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
    }
    void draw(target).catch(() => {}) // it left, or the page stays empty: what did not arrive is said once, for all
    return () => {
      leaving.abort()
      target.width = target.height = 0 // gives its memory back at once
      setIsDrawn(false)
    }
  }, [pdf, number, isNear])

  return (
    <figure ref={place}>
      <div
        style={{ aspectRatio: ratio }}
        className={`w-full shadow-book ${isDrawn ? 'bg-[#fff]' : 'animate-skeleton bg-sheet motion-reduce:animate-none'}`}
      >
        {isNear && <canvas ref={canvas} aria-hidden="true" className="size-full" />}
        {text && <p className="sr-only">{text}</p>}
      </div>
      <figcaption className="pt-1 text-center text-2xs text-ink-soft tabular-nums">
        Page {number} of {pdf.document.numPages}
      </figcaption>
    </figure>
  )
}

/** Whether it is in sight, or less than a screen away. */
function useIsNear(place: RefObject<HTMLElement | null>) {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const root = place.current!.closest('dialog')
    const watch = new IntersectionObserver((entries) => setIsNear(entries.at(-1)!.isIntersecting), {
      root,
      rootMargin: '100% 0px',
    })
    watch.observe(place.current!)
    return () => watch.disconnect()
  }, [place])
  return isNear
}
