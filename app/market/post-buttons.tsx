import { type ComponentProps, useEffect } from 'react'
import { Form, useLocation } from 'react-router'

import type { Role } from '#app/access/role-rules.ts'
import { buyPath, commentsPath, myPostsPath } from '#app/access/paths.ts'
import { useViewer } from '#app/accounts/use-viewer.ts'
import { loadCommentsDialog } from '#app/comments/load-comments-dialog.ts'
import { loadBuyDialog } from '#app/orders/load-buy-dialog.ts'
import { mayDealIn } from '#app/posts/deal-rules.ts'
import { hasPdfs } from '#app/posts/has-pdfs.ts'
import type { ListedPost } from '#app/posts/post-queries.server.ts'
import { PreviewButton } from '#app/posts/preview/preview-button.tsx'
import { OverButton } from '#app/rendering/over-button.tsx'
import { SaveForm } from '#app/saved/save-form.tsx'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

import { listQuery } from './post-dialog-address.ts'

const loadComments = () => void loadCommentsDialog().catch(() => {})
const loadBuying = () => void loadBuyDialog().catch(() => {})

interface PostButtonsProps {
  post: ListedPost
  /** The viewer's role. */
  role: Role
  /** On a shelf only Buy or Edit has a visible label; the others are icons with labels for screen readers. */
  isOnShelf?: boolean
}

/**
 * Visitors log in first and then return to the post. Stores can only preview courses. The seller has Edit in place of
 * Buy. What is sold out cannot be bought.
 */
export function PostButtons({ post, role, isOnShelf = false }: PostButtonsProps) {
  const { id, name, kind, isOwn, isSoldOut } = post
  const preview = hasPdfs(kind) && <PreviewButton post={{ id, name }} isOnShelf={isOnShelf} />
  if (role !== 'visitor' && !mayDealIn(role, kind)) return preview
  const mainLook = isOnShelf ? '-order-1 min-w-0 grow px-2!' : 'min-w-24'
  return (
    <>
      {preview}
      <DealButton
        to={commentsPath(id)}
        post={post}
        role={role}
        load={loadComments}
        square={isOnShelf}
        variant={isOnShelf ? 'line' : 'quiet'}
      >
        <Icon name="comment" />
        {isOnShelf ? <span className="sr-only">Comment</span> : 'Comment'}
      </DealButton>
      {isOwn ? (
        <Button type="submit" form="edit-own" name="edit" value={id} variant="line" className={mainLook}>
          Edit
        </Button>
      ) : isSoldOut ? null : (
        <BuyButton post={post} role={role} variant="ink" className={mainLook} />
      )}
    </>
  )
}

interface DealButtonProps extends ComponentProps<typeof Button> {
  /** Where one deals in the post. */
  to: string
  post: ListedPost
  role: Role
  /** Loads the dialog, before the button is pressed. */
  load: () => void
}

/** Opens the page of a deal over the page. A visitor logs in first. */
function DealButton({ to, post, role, load, ...button }: DealButtonProps) {
  if (role === 'visitor') return <Button type="submit" form="log-in" name="to" value={to} {...button} />
  return <OverButton to={to} given={post} onPointerEnter={load} onFocus={load} {...button} />
}

type BuyButtonProps = Pick<DealButtonProps, 'post' | 'role' | 'variant' | 'className'>

export const BuyButton = ({ post, ...button }: BuyButtonProps) => (
  <DealButton to={buyPath(post.id)} post={post} load={loadBuying} {...button}>
    Buy
  </DealButton>
)

/** The forms that the buttons of all posts submit. */
export function PostButtonForms() {
  const { pathname, search } = useLocation()
  const query = listQuery(search)
  const kind = useViewer()?.kind ?? null
  useLoadDialogsWhenIdle(kind !== null)
  return (
    <>
      {kind === null && <Form id="log-in" action="/login" />}
      {kind && <Form id="edit-own" action={myPostsPath[kind]} />}
      {kind && <SaveForm back={query.size > 0 ? `${pathname}?${query}` : pathname} />}
    </>
  )
}

/** Buy and Comment then open at once, even if the connection is lost meanwhile. */
function useLoadDialogsWhenIdle(isSignedIn: boolean) {
  useEffect(() => {
    if (!isSignedIn) return undefined
    const { connection } = navigator as Navigator & { connection?: { saveData: boolean } }
    if (connection?.saveData) return undefined
    const idle = setTimeout(() => (loadComments(), loadBuying()), 1_000) // Safari has no requestIdleCallback
    return () => clearTimeout(idle)
  }, [isSignedIn])
}
