import type { ReactNode } from 'react'

import { previewPath } from '#app/access/paths.ts'
import { PdfView } from '#app/files/pdfs/pdf-view.tsx'
import { TabPanel, Tabs } from '#app/ui/tabs.tsx'

import { type PreviewedPost, previewPdfPath } from './preview-address.ts'
import type { DocumentViewer } from './preview-queries.server.ts'
import { previewTexts } from './preview-texts.ts'
import { useDrawing } from './use-drawing.ts'

interface PreviewTabsProps {
  postId: string
  number: 1 | 2
  /** Shows the other PDF in place; otherwise its page does. */
  onTurn?: (path: string) => void
}

export function PreviewTabs({ postId, number, onTurn }: PreviewTabsProps) {
  const tabs = ([1, 2] as const).map((one) => ({
    name: String(one),
    label: `PDF ${one}`,
    to: previewPath(postId, one),
  }))
  return <Tabs id="preview" label="Preview" tabs={tabs} selected={String(number)} replace onTurn={onTurn} />
}

interface PreviewPanelProps {
  post: PreviewedPost
  number: 1 | 2
  /** Null: there is none; undefined: not known yet. */
  documentViewer: DocumentViewer | null | undefined
}

export function PreviewPanel({ post, number, documentViewer }: PreviewPanelProps) {
  const path = previewPdfPath(post.id, number)
  return (
    <TabPanel of="preview" selected={String(number)} className="flex flex-1 flex-col">
      {/* The key remounts it: an iframe that changes its URL adds history entries. */}
      <PreviewOnceDrawn key={path} path={path} hasViewer={documentViewer !== undefined}>
        <PdfView
          path={path}
          title={`${post.name}, PDF ${number}`}
          externalViewerUrl={documentViewer ? viewerUrl(documentViewer, path) : null}
        />
      </PreviewOnceDrawn>
    </TabPanel>
  )
}

interface PreviewOnceDrawnProps {
  path: string
  hasViewer: boolean
  children: ReactNode
}

/** A viewer would show what the server says meanwhile as a broken PDF. */
function PreviewOnceDrawn({ path, hasViewer, children }: PreviewOnceDrawnProps) {
  const state = useDrawing(path)
  if (state === 'drawn' && hasViewer) return children
  return (
    <div className="grid flex-1 place-items-center bg-leaf p-6 text-center text-ink-soft">
      <output>{waitingTexts[state]}</output>
    </div>
  )
}

const waitingTexts = {
  asked: 'Loading...',
  'being made': previewTexts.beingMade,
  drawn: 'Loading...',
  none: previewTexts.none,
}

function viewerUrl({ address, origin }: DocumentViewer, path: string) {
  return address.replaceAll('{url}', encodeURIComponent(origin + path))
}
