import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { reloadIfOnline } from '#app/platform/reload-if-online.ts'
import type { ListedPost } from '#app/posts/packed-posts.ts'
import { LoadingSheet } from '#app/ui/loading-sheet.tsx'
import { Notice } from '#app/ui/notice.tsx'

import type { DealAnswer } from './answer-deal.server.ts'
import { listQuery } from './deal-address.ts'
import { dealingPart } from './load-dealing.ts'
import type { findOpened } from './opened-queries.server.ts'

export interface DealingsProps {
  /** Those that are listed. */
  posts: ListedPost[]
  /** What the server opened. */
  opened: Awaited<ReturnType<typeof findOpened>>
  answer: DealAnswer | undefined
}

/** Buying and commenting. The dialogs are loaded when the page is idle, or with the first that is opened. */
export function Dealings(props: DealingsProps) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const query = new URLSearchParams(search)
  const isWanted =
    props.answer !== undefined || ['buy', 'comment', 'bought', 'commented'].some((name) => query.has(name))

  const [arrived, setArrived] = useState<typeof dealingPart.loaded>(null)
  const part = dealingPart.loaded ?? arrived
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    if (!isWanted || part) return
    dealingPart.load().then(setArrived, async () => {
      if (!(await reloadIfOnline())) setHasFailed(true)
    })
  }, [isWanted, part])
  if (!isWanted) return null
  if (part) {
    return (
      <div data-part="dealing">
        <part.Dealing {...props} />
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
