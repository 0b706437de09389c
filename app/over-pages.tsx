import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { matchPath } from 'react-router'

import { buyPattern, commentsPattern, previewPattern } from './access/paths.ts'
import { loadCommentsDialog } from './comments/load-comments-dialog.ts'
import { reloadIfOnline } from './connection/reload-if-online.ts'
import { loadBuyDialog } from './orders/load-buy-dialog.ts'
import { loadPreviewDialog } from './posts/preview/load-preview-dialog.ts'
import { OverForm } from './rendering/over-button.tsx'
import { closeOver, type OverDialogProps, useOverPage } from './rendering/over-page.ts'
import { LoadingSheet } from './ui/loading-sheet.tsx'
import { Notice } from './ui/notice.tsx'

type OverDialog = ComponentType<OverDialogProps>

/** Loaded when it is first needed. If that fails, it says so: then a reload shows the page itself. */
const lazyDialog = (load: () => Promise<OverDialog>) =>
  lazy(async () => ({ default: await load().catch(() => NotArrived) }))

const dialogs: Record<string, OverDialog> = {
  [buyPattern]: lazyDialog(loadBuyDialog),
  [commentsPattern]: lazyDialog(loadCommentsDialog),
  [previewPattern]: lazyDialog(loadPreviewDialog),
}

/** The page that stands over the one that is shown, as a dialog. */
export function OverPages() {
  const over = useOverPage()
  return (
    <>
      <OverForm />
      {over && (
        <Suspense fallback={<LoadingSheet />}>
          <DialogOf key={pathnameOf(over)} {...over} />
        </Suspense>
      )}
    </>
  )
}

const pathnameOf = ({ path }: Pick<OverDialogProps, 'path'>) => path.split('?', 1)[0]!

function DialogOf({ path, given }: Pick<OverDialogProps, 'path' | 'given'>) {
  for (const [pattern, Dialog] of Object.entries(dialogs)) {
    const match = matchPath(pattern, pathnameOf({ path }))
    if (match) return <Dialog path={path} id={match.params.id ?? ''} given={given} onClose={closeOver} />
  }
  return null
}

function NotArrived({ onClose }: OverDialogProps) {
  const [isOffline, setIsOffline] = useState(false)
  useEffect(() => void reloadIfOnline().then((isOnline) => setIsOffline(!isOnline)), [])
  if (!isOffline) return <LoadingSheet />
  return <Notice open onClose={onClose} kind="error" text="No connection. Please try again." />
}
