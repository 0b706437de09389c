import type { ReactNode } from 'react'

import { PdfView } from '#app/files/pdfs/pdf-view.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { type Tab, TabPanel, Tabs } from '#app/ui/tabs.tsx'

import { type PreviewedPost, previewPath } from './preview-address.ts'
import { previewTexts } from './preview-texts.ts'
import { useDrawing } from './use-drawing.ts'

export interface DocumentViewer {
  /** The viewer's URL; `{url}` in it is replaced with the URL of the PDF. */
  address: string
  /** The public origin of the PDFs. */
  origin: string
}

interface PreviewDialogProps {
  /** Null: closed. */
  post: PreviewedPost | null
  number: 1 | 2
  documentViewer: DocumentViewer | null
  /** One for each PDF. */
  tabs: Tab[]
  /** The history state, kept when the tab changes. */
  state: unknown
  onClose: () => void
}

export function PreviewDialog({ post, number, documentViewer, tabs, state, onClose }: PreviewDialogProps) {
  const selected = String(number)
  const path = post && previewPath(post.id, number)
  return (
    <Dialog
      open={post !== null}
      onClose={onClose}
      title={post?.name ?? ''}
      size="page"
      bar={<Tabs id="preview" label="Preview" tabs={tabs} selected={selected} replace state={state} />}
    >
      {path && (
        <TabPanel of="preview" selected={selected} className="flex flex-1 flex-col">
          {/* The key remounts it: an iframe that changes its URL adds history entries. */}
          <PreviewOnceDrawn key={path} path={path}>
            <PdfView
              path={path}
              title={`${post.name}, PDF ${number}`}
              externalViewerUrl={documentViewer && viewerUrl(documentViewer, path)}
            />
          </PreviewOnceDrawn>
        </TabPanel>
      )}
    </Dialog>
  )
}

/** A viewer would show what the server says meanwhile as a broken PDF. */
function PreviewOnceDrawn({ path, children }: { path: string; children: ReactNode }) {
  const state = useDrawing(path)
  if (state === 'drawn') return children
  return (
    <div className="grid flex-1 place-items-center bg-leaf p-6 text-center text-ink-soft">
      <output>{drawingTexts[state]}</output>
    </div>
  )
}

const drawingTexts = { asked: 'Loading...', 'being made': previewTexts.beingMade, none: previewTexts.none }

function viewerUrl({ address, origin }: DocumentViewer, path: string) {
  return address.replaceAll('{url}', encodeURIComponent(origin + path))
}
