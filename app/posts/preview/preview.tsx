import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { reloadIfOnline } from '#app/connection/reload-if-online.ts'
import { LoadingSheet } from '#app/ui/loading-sheet.tsx'
import { Notice } from '#app/ui/notice.tsx'

import { loadPreview } from './load-preview.ts'
import { type PreviewedPost, previewPath, type PreviewState } from './preview-address.ts'
import type { DocumentViewer } from './preview-dialog.tsx'

/** What the address no longer has when the preview is closed. */
const closed = { preview: null, pdf: null }

interface PreviewProps {
  /** The post that the URL names, if the server loaded it. */
  post: PreviewedPost | null
  documentViewer: DocumentViewer | null
}

/** The preview that the URL names: `preview` is the post, `pdf=2` its second PDF. The dialog is loaded on demand. */
export function Preview({ post: loadedPost, documentViewer }: PreviewProps) {
  const navigate = useNavigate()
  const { search, state } = useLocation() as { search: string; state: PreviewState | null }
  const query = new URLSearchParams(search)
  const id = query.get('preview')
  const number = query.get('pdf') === '2' ? 2 : 1
  const post = [state?.preview, loadedPost].find((one) => one && one.id === id) ?? null

  const [dialogModule, setDialogModule] = useState<Awaited<ReturnType<typeof loadPreview>> | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const isWanted = post !== null
  useEffect(() => {
    if (!isWanted || dialogModule) return undefined
    let isCancelled = false
    loadPreview().then(
      (loaded) => !isCancelled && setDialogModule(loaded),
      async () => {
        if (!isCancelled && !(await reloadIfOnline())) setHasFailed(true)
      },
    )
    return () => {
      isCancelled = true
    }
  }, [isWanted, dialogModule])

  function addressWith(changes: Record<'preview' | 'pdf', string | null>) {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    return { search: `?${next}` }
  }

  function close() {
    if (state?.preview) return void navigate(-1)
    const list = addressWith(closed)
    return void navigate(list, { replace: true, preventScrollReset: true })
  }

  if (dialogModule) {
    return (
      <dialogModule.PreviewDialog
        post={post}
        number={number}
        documentViewer={documentViewer}
        tabs={[
          { name: '1', label: 'PDF 1', to: addressWith({ preview: id, pdf: null }) },
          { name: '2', label: 'PDF 2', to: addressWith({ preview: id, pdf: '2' }) },
        ]}
        state={state}
        onClose={close}
      />
    )
  }
  if (!post) return null
  if (hasFailed) {
    const forget = () => (setHasFailed(false), close())
    return <Notice open onClose={forget} kind="error" text="No connection. The preview did not arrive." />
  }
  return (
    <LoadingSheet>
      {/* Without JavaScript there is no dialog: links to the PDFs, and back to the list. */}
      <noscript>
        <p className="font-semibold wrap-anywhere">{post.name}</p>
        <p className="flex flex-wrap gap-x-5">
          {[
            { label: 'PDF 1', href: previewPath(post.id, 1) },
            { label: 'PDF 2', href: previewPath(post.id, 2) },
            { label: 'Close', href: addressWith(closed).search },
          ].map(({ label, href }) => (
            <a key={label} href={href} className="inline-flex min-h-11 items-center">
              {label}
            </a>
          ))}
        </p>
      </noscript>
    </LoadingSheet>
  )
}
