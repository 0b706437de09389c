import { PdfView } from '#app/files/pdf-view.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { type Tab, TabPanel, Tabs } from '#app/ui/tabs.tsx'

import { type PreviewedPost, previewPath } from './preview-address.ts'

export interface DocumentViewer {
  /** Has `{url}` in place of the PDF's address. */
  address: string
  /** Where it finds our PDFs. */
  origin: string
}

interface PreviewDialogProps {
  /** Null while it is closed. */
  post: PreviewedPost | null
  number: 1 | 2
  documentViewer: DocumentViewer | null
  /** One for each PDF. */
  tabs: Tab[]
  /** Of the history's entry; it stays from tab to tab. */
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
          {/* Anew for each: a frame that only changes its address leaves entries in the history. */}
          <PdfView
            key={path}
            path={path}
            title={`${post.name}, PDF ${number}`}
            elsewhere={documentViewer && addressOf(documentViewer, path)}
          />
        </TabPanel>
      )}
    </Dialog>
  )
}

function addressOf({ address, origin }: DocumentViewer, path: string) {
  return address.replaceAll('{url}', encodeURIComponent(origin + path))
}
