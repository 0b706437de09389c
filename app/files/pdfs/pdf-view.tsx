import { useState } from 'react'

import { canShowPdfInFrame } from './can-show-pdf-in-frame.ts'
import { PdfPages } from './pdf-pages.tsx'

interface PdfViewProps {
  path: string
  title: string
  /** URL of an external viewer, for browsers that show no PDFs; null: our own viewer does. */
  externalViewerUrl: string | null
}

/** A PDF that fills its container. Client-side only: the server cannot know what the browser can show. */
export function PdfView({ path, title, externalViewerUrl }: PdfViewProps) {
  const [isShownByBrowser] = useState(canShowPdfInFrame)
  if (isShownByBrowser) return <Frame src={`${path}#toolbar=0&navpanes=0&view=FitH`} title={title} />
  if (externalViewerUrl)
    return <Frame src={externalViewerUrl} title={title} sandbox="allow-scripts allow-same-origin" />
  return <PdfPages path={path} />
}

function Frame({ title, ...rest }: { src: string; title: string; sandbox?: string }) {
  const [isLoaded, setIsLoaded] = useState(false)
  return (
    <div className="relative grid flex-1 bg-leaf">
      {!isLoaded && <output className="absolute inset-0 m-auto size-fit text-ink-soft">Loading...</output>}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox; external viewers get one */}
      <iframe {...rest} title={title} onLoad={() => setIsLoaded(true)} className="relative size-full" />
    </div>
  )
}
