import { Form, useLocation } from 'react-router'

import { hasPdfs } from '#app/posts/has-pdfs.ts'
import type { PostKind } from '#app/posts/post-rules.ts'
import type { PreviewedPost } from '#app/posts/preview-address.ts'
import { PreviewButton, useOpenPreview } from '#app/posts/preview-button.tsx'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

import { listQuery } from './deal-address.ts'
import { dealingPart } from './load-dealing.ts'
import { useViewer } from './use-viewer.ts'

const prepare = () => void dealingPart.load().catch(() => {})

interface DealButtonsProps extends PreviewedPost {
  kind: PostKind
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
export function DealButtons({ id, name, kind, dealer, isOnShelf = false }: DealButtonsProps) {
  const prepares = dealer.kind === 'visitor' ? undefined : prepare
  const preview = hasPdfs(kind) && <PreviewButton post={{ id, name }} open={dealer.openPreview} isOnShelf={isOnShelf} />
  if (dealer.kind === 'store' && kind === 'course') return preview
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
      <Button
        type="submit"
        form="deal"
        name="buy"
        value={id}
        onPointerEnter={prepares}
        onFocus={prepares}
        variant="ink"
        className={isOnShelf ? '-order-1 min-w-0 flex-1 px-2!' : 'min-w-24'}
      >
        Buy
      </Button>
    </>
  )
}

/** Where the buttons of all posts lead: to the same page with a dialog over it; a visitor logs in on the way. */
export function DealForm() {
  const { pathname, search } = useLocation()
  const isSignedIn = useViewer() !== null
  const query = listQuery(search)
  if (!isSignedIn) {
    // Without a way to come back by, a log-in leads to the home page.
    const list = query.toString()
    return (
      <Form id="deal" action="/login">
        {list && <input type="hidden" name="to" value={`${pathname}?${list}`} />}
      </Form>
    )
  }
  return (
    <Form id="deal" action={pathname} preventScrollReset state={{ isOver: true }}>
      {[...query].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </Form>
  )
}
