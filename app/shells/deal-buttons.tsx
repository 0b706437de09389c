import { useEffect } from 'react'
import { Form, useLocation } from 'react-router'

import { hasPdfs } from '#app/posts/has-pdfs.ts'
import type { PostKind } from '#app/posts/post-rules.ts'
import type { PreviewedPost } from '#app/posts/preview-address.ts'
import { PreviewButton, previewForm, useOpenPreview } from '#app/posts/preview-button.tsx'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

import { listQuery } from './deal-address.ts'
import { dealingPart } from './load-dealing.ts'
import { useViewer } from './use-viewer.ts'

const loadDialogs = () => void dealingPart.load().catch(() => {})

interface DealButtonsProps extends PreviewedPost {
  kind: PostKind
  /** Whether the viewer sells it: then it is edited, not bought. */
  isOwn: boolean
  dealer: Dealer
  /** On a shelf there is room for one word: the others are icons, and their words are for assistive technology. */
  isOnShelf?: boolean
}

export type Dealer = ReturnType<typeof useDealer>

/** What the buttons of all posts need to know of whoever presses them. */
export function useDealer() {
  return { kind: useViewer()?.kind ?? 'visitor', openPreview: useOpenPreview() }
}

/** What one can do with a post. A visitor logs in first and comes back to it; a store deals in no courses. */
export function DealButtons({ id, name, kind, isOwn, dealer, isOnShelf = false }: DealButtonsProps) {
  const prepares = dealer.kind === 'visitor' ? undefined : loadDialogs
  const preview = hasPdfs(kind) && <PreviewButton post={{ id, name }} open={dealer.openPreview} isOnShelf={isOnShelf} />
  if (dealer.kind === 'store' && kind === 'course') return preview
  const mainLook = isOnShelf ? '-order-1 min-w-0 grow px-2!' : 'min-w-24'
  return (
    <>
      {preview}
      <Button
        type="submit"
        form="deal"
        name="comment"
        value={id}
        onPointerEnter={prepares}
        onFocus={prepares}
        square={isOnShelf}
        variant={isOnShelf ? 'line' : 'quiet'}
      >
        <Icon name="comment" />
        <span className={isOnShelf ? 'sr-only' : undefined}>Comment</span>
      </Button>
      {isOwn ? (
        <Button type="submit" form="edit-own" name="edit" value={id} variant="line" className={mainLook}>
          Edit
        </Button>
      ) : (
        <Button
          type="submit"
          form="deal"
          name="buy"
          value={id}
          onPointerEnter={prepares}
          onFocus={prepares}
          variant="ink"
          className={mainLook}
        >
          Buy
        </Button>
      )}
    </>
  )
}

/** The forms that the buttons of all posts submit: each leads to the same page with a dialog over it, Edit to My Posts. */
export function DealForms() {
  const { pathname, search } = useLocation()
  const query = listQuery(search)
  const kind = useViewer()?.kind ?? null
  return (
    <>
      {kind === null ? (
        <LogInForm list={query.size > 0 ? `${pathname}?${query}` : null} />
      ) : (
        <DialogForm query={query} />
      )}
      {kind && <Form id="edit-own" action={kind === 'store' ? '/AlterPosts' : '/AlterBooksAndNovels'} />}
      {/* Not React Router's: once the script is there, the buttons open the preview by themselves. */}
      <form id={previewForm} action={pathname}>
        <ListFields query={query} />
      </form>
    </>
  )
}

/** A visitor logs in on the way to the dialog. Without an address to come back to, a log-in leads to the home page. */
function LogInForm({ list }: { list: string | null }) {
  return (
    <Form id="deal" action="/login">
      {list && <input type="hidden" name="to" value={list} />}
    </Form>
  )
}

function DialogForm({ query }: { query: URLSearchParams }) {
  const { pathname } = useLocation()
  useLoadDialogsWhenIdle()
  return (
    <Form id="deal" action={pathname} preventScrollReset state={{ isOver: true }}>
      <ListFields query={query} />
    </Form>
  )
}

const ListFields = ({ query }: { query: URLSearchParams }) =>
  [...query].map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)

/** So that Buy and Comment open at once, also where the connection is lost after the page has come. */
function useLoadDialogsWhenIdle() {
  useEffect(() => {
    const { connection } = navigator as Navigator & { connection?: { saveData: boolean } }
    if (connection?.saveData) return undefined
    const idle = setTimeout(loadDialogs, 1_000) // Safari knows no requestIdleCallback
    return () => clearTimeout(idle)
  }, [])
}
