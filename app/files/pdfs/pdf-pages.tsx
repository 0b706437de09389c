import { type RefObject, useEffect, useRef, useState } from 'react'

import { reloadIfOnline } from '#app/connection/reload-if-online.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

import type { OpenPdf, PdfFailure } from './open-pdf.ts'

/** A file of a few kilobytes can claim a million pages, which would freeze a phone. */
const maxPages = 2_000

const failureTexts: Record<PdfFailure, string> = {
  lost: 'No connection. Not all of the PDF arrived.',
  unreadable: 'This PDF cannot be shown.',
}

/** Renders the pages of a PDF below each other, drawing only those near the viewport. */
export function PdfPages({ path }: { path: string }) {
  const column = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(1)
  return (
    <div ref={column} tabIndex={-1} className="flex flex-1 flex-col bg-leaf outline-hidden">
      <PdfReader key={attempt} path={path} column={column} onRestart={() => setAttempt(attempt + 1)} />
    </div>
  )
}

interface PdfReaderProps {
  path: string
  column: RefObject<HTMLElement | null>
  onRestart: () => void
}

function PdfReader({ path, column, onRestart }: PdfReaderProps) {
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
    open().catch(() => fail('lost')) // the viewer's script did not load
    return () => reading.abort()
  }, [path])

  function tryAgain() {
    if (!hasViewer) return void reloadIfOnline()
    column.current?.focus({ preventScroll: true }) // the button disappears, and keyboard focus with it
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
          : !failure && <PagePlaceholder ratio={1 / Math.SQRT2} />}
        {total > count && <p className="text-center text-sm text-ink-soft">The first {count} pages are shown.</p>}
      </div>
      {failure && (
        <div
          role="alert"
          className="sticky bottom-0 flex items-center gap-3 border-t border-rule bg-accent-tint px-4 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] text-sm md:px-6"
        >
          <Icon name="exclamation" className="size-5 text-accent-ink" />
          <p className="flex-1">{failureTexts[failure]}</p>
          {/* The scroll margin keeps focusing the button, which is in view, from scrolling the pages. */}
          <Button variant="line" onClick={tryAgain} className="-scroll-mb-20 bg-sheet">
            Try again
          </Button>
        </div>
      )}
    </>
  )
}

const pagesText = (count: number) => (count === 1 ? '1 page' : `${count} pages`)

function PagePlaceholder({ ratio }: { ratio: number }) {
  return (
    <div
      style={{ aspectRatio: ratio }}
      className="w-full animate-skeleton bg-sheet shadow-book motion-reduce:animate-none"
    />
  )
}

/** Larger canvases fail on cheap phones. */
const maxPixels = 4_000_000
const maxPixelRatio = 2

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
    const drawingAbort = new AbortController()
    const { signal } = drawingAbort
    async function draw(on: HTMLCanvasElement) {
      const page = await pdf.document.getPage(number)
      if (signal.aborted) return
      const size = page.getViewport({ scale: 1 })
      setRatio(size.width / size.height)
      const scale = Math.min(
        (on.clientWidth / size.width) * Math.min(window.devicePixelRatio, maxPixelRatio),
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
    void draw(target).catch(() => {}) // aborted, or the page stays empty: onFailure has reported it
    return () => {
      drawingAbort.abort()
      target.width = target.height = 0 // frees its memory at once
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

/** Whether the element is in the viewport or less than a screen away. */
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
