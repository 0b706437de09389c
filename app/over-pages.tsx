import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { matchPath } from 'react-router'

import { buyPattern } from './access/paths.ts'
import { reloadIfOnline } from './connection/reload-if-online.ts'
import { loadBuyDialog } from './orders/load-buy-dialog.ts'
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
}

/** The page that stands over the one that is shown, as a dialog. */
export function OverPages() {
  const over = useOverPage()
  return (
    <>
      <OverForm />
      {over && (
        <Suspense fallback={<LoadingSheet />}>
          <DialogOf key={over.path} path={over.path} given={over.given} />
        </Suspense>
      )}
    </>
  )
}

function DialogOf({ path, given }: Pick<OverDialogProps, 'path' | 'given'>) {
  for (const [pattern, Dialog] of Object.entries(dialogs)) {
    const match = matchPath(pattern, path)
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
