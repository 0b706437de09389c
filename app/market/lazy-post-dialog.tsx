import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { reloadIfOnline } from '#app/connection/reload-if-online.ts'
import { LoadingSheet } from '#app/ui/loading-sheet.tsx'
import { Notice } from '#app/ui/notice.tsx'

import { listQuery } from './post-dialog-address.ts'
import { postDialogModule } from './post-dialog-module.ts'
import type { PostDialogProps } from './post-dialog.tsx'

/** The dialog of Comment, loaded when the page is idle or when one is opened. */
export function LazyPostDialog(props: PostDialogProps) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const query = new URLSearchParams(search)
  const isWanted = props.answer !== undefined || ['comment', 'commented'].some((name) => query.has(name))

  const [loadedModule, setLoadedModule] = useState<typeof postDialogModule.loaded>(null)
  const dialogModule = postDialogModule.loaded ?? loadedModule
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    if (!isWanted || dialogModule) return
    postDialogModule.load().then(setLoadedModule, async () => {
      if (!(await reloadIfOnline())) setHasFailed(true)
    })
  }, [isWanted, dialogModule])
  if (!isWanted) return null
  if (dialogModule) {
    return (
      <div data-part="dealing">
        <dialogModule.PostDialog {...props} />
      </div>
    )
  }

  const close = () => {
    setHasFailed(false)
    void navigate(`${pathname}?${listQuery(search)}`, { replace: true, preventScrollReset: true })
  }
  return hasFailed ? (
    <Notice open onClose={close} kind="error" text="No connection. Please try again." />
  ) : (
    <LoadingSheet />
  )
}
