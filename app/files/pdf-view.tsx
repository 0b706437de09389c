import { useState } from 'react'

import { PdfPages } from './pdf-pages.tsx'
import { showsPdfs } from './shows-pdfs.ts'

interface PdfViewProps {
  path: string
  title: string
  /** A page of another site that shows the PDF where the browser does not; without it our own viewer does. */
  elsewhere: string | null
}

/** A PDF in all the room there is. Shown in the browser only: what a browser can, a server does not know. */
export function PdfView({ path, title, elsewhere }: PdfViewProps) {
  const [isShownByBrowser] = useState(showsPdfs)
  if (isShownByBrowser) return <Frame src={`${path}#toolbar=0&navpanes=0&view=FitH`} title={title} />
  if (elsewhere) return <Frame src={elsewhere} title={title} sandbox="allow-scripts allow-same-origin" />
  return <PdfPages path={path} />
}

function Frame({ title, ...rest }: { src: string; title: string; sandbox?: string }) {
  const [isLoaded, setIsLoaded] = useState(false)
  return (
    <div className="relative grid flex-1 bg-leaf">
      {!isLoaded && <output className="absolute inset-0 m-auto size-fit text-ink-soft">Loading...</output>}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- in one, browsers show no PDF; other sites get one */}
      <iframe {...rest} title={title} onLoad={() => setIsLoaded(true)} className="relative size-full" />
    </div>
  )
}
