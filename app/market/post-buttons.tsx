import { type ComponentProps, useEffect } from 'react'
import { Form, useLocation } from 'react-router'

import type { Role } from '#app/access/role-rules.ts'
import { buyPath, myPostsPath } from '#app/access/paths.ts'
import { useViewer } from '#app/accounts/use-viewer.ts'
import { loadBuyDialog } from '#app/orders/load-buy-dialog.ts'
import { mayDealIn } from '#app/posts/deal-rules.ts'
import { hasPdfs } from '#app/posts/has-pdfs.ts'
import type { ListedPost } from '#app/posts/post-queries.server.ts'
import { PreviewButton, previewFormId } from '#app/posts/preview/preview-button.tsx'
import { OverButton } from '#app/rendering/over-button.tsx'
import { heartsModule } from '#app/saved/hearts-module.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

import { listQuery } from './post-dialog-address.ts'
import { postDialogModule } from './post-dialog-module.ts'

const loadComments = () => void postDialogModule.load().catch(() => {})
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
  const preload = role === 'visitor' ? undefined : loadComments
  const preview = hasPdfs(kind) && <PreviewButton post={{ id, name }} isOnShelf={isOnShelf} />
  if (role !== 'visitor' && !mayDealIn(role, kind)) return preview
  const mainLook = isOnShelf ? '-order-1 min-w-0 grow px-2!' : 'min-w-24'
  return (
    <>
      {preview}
      <Button
        type="submit"
        form="post-dialog"
        name="comment"
        value={id}
        onPointerEnter={preload}
        onFocus={preload}
        square={isOnShelf}
        variant={isOnShelf ? 'line' : 'quiet'}
      >
        <Icon name="comment" />
        {isOnShelf ? <span className="sr-only">Comment</span> : 'Comment'}
      </Button>
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

interface BuyButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'className'> {
  post: ListedPost
  role: Role
}

/** Opens the purchase form over the page. A visitor logs in first. */
export function BuyButton({ post, role, ...look }: BuyButtonProps) {
  const path = buyPath(post.id)
  if (role === 'visitor') {
    return (
      <Button type="submit" form="log-in" name="to" value={path} {...look}>
        Buy
      </Button>
    )
  }
  return (
    <OverButton to={path} given={post} onPointerEnter={loadBuying} onFocus={loadBuying} {...look}>
      Buy
    </OverButton>
  )
}

/** The forms that the buttons of all posts submit: they open a dialog over the same page, or My Posts for Edit. */
export function PostButtonForms() {
  const { pathname, search } = useLocation()
  const query = listQuery(search)
  const kind = useViewer()?.kind ?? null
  const { SaveForm } = heartsModule.loaded ?? {}
  return (
    <>
      {kind === null ? <VisitorForm list={backTo(pathname, query)} /> : <DialogForm query={query} />}
      {kind && <Form id="edit-own" action={myPostsPath[kind]} />}
      {kind && SaveForm && <SaveForm back={backTo(pathname, query) ?? '/'} />}
      {/* Only used before hydration: after it the buttons open the preview by themselves. */}
      <form id={previewFormId} action={pathname}>
        <ListFields query={query} />
      </form>
    </>
  )
}

/** The page behind the dialog; null is the home page. */
function backTo(pathname: string, query: URLSearchParams) {
  if (query.size > 0) return `${pathname}?${query}`
  return pathname === '/' ? null : pathname
}

/** A visitor logs in before the dialog opens. Without `to`, log-in returns to the home page. */
function VisitorForm({ list }: { list: string | null }) {
  return (
    <>
      <Form id="post-dialog" action="/login">
        {list && <input type="hidden" name="to" value={list} />}
      </Form>
      <Form id="log-in" action="/login" />
    </>
  )
}

function DialogForm({ query }: { query: URLSearchParams }) {
  const { pathname } = useLocation()
  useLoadDialogsWhenIdle()
  return (
    <Form id="post-dialog" action={pathname} preventScrollReset state={{ isFromList: true }}>
      <ListFields query={query} />
    </Form>
  )
}

const ListFields = ({ query }: { query: URLSearchParams }) =>
  [...query].map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />)

/** Buy and Comment then open at once, even if the connection is lost meanwhile. */
function useLoadDialogsWhenIdle() {
  useEffect(() => {
    const { connection } = navigator as Navigator & { connection?: { saveData: boolean } }
    if (connection?.saveData) return undefined
    const idle = setTimeout(() => (loadComments(), loadBuying()), 1_000) // Safari has no requestIdleCallback
    return () => clearTimeout(idle)
  }, [])
}
