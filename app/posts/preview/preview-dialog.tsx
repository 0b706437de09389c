import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import { previewPath } from '#app/access/paths.ts'
import { type OverDialogProps, turnOver } from '#app/rendering/over-page.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { LoadingSheet } from '#app/ui/loading-sheet.tsx'

import { pdfNamedIn, type PreviewedPost } from './preview-address.ts'
import type { findPreviewPage } from './preview-queries.server.ts'
import { PreviewPanel, PreviewTabs } from './preview-view.tsx'

/** The page of the preview (preview-page.tsx) as a dialog. */
export function PreviewDialog({ path, id, given, onClose }: OverDialogProps) {
  const { data: found, load } = useFetcher<Awaited<ReturnType<typeof findPreviewPage>> | null>()
  useEffect(() => void load(previewPath(id)), [load, id])
  const post = found?.post ?? (given as PreviewedPost | null)
  const number = pdfNamedIn(new URL(path, window.location.origin).search)
  if (!post) return <LoadingSheet />
  return (
    <Dialog
      open
      onClose={onClose}
      title={post.name}
      size="page"
      bar={<PreviewTabs postId={id} number={number} onTurn={turnOver} />}
    >
      {/* Without a connection our own viewer says so. */}
      <PreviewPanel post={post} number={number} documentViewer={found === null ? null : found?.documentViewer} />
    </Dialog>
  )
}
