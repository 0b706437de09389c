import { type MouseEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { formatPaise } from '#app/format/money.ts'
import { payablePaise } from '#app/posts/prices.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'

import type { PostDetails } from './post-details-queries.server.ts'
import { postPath } from './post-path.ts'

/** What of a post is needed to share it. */
export type SharedPost = Pick<PostDetails, 'id' | 'kind' | 'name' | 'pricePaise' | 'sellingPricePaise' | 'discount'>

interface ShareProps {
  post: SharedPost
  /** PUBLIC_URL; null if it is not configured. */
  publicUrl: string | null
}

/** The query parameter that opens the dialog. */
const param = 'share'

/** What people send: the name, the price and the address. */
function useShared({ post, publicUrl }: ShareProps) {
  const hasScript = useHasScript()
  const origin = publicUrl ?? (hasScript ? window.location.origin : '')
  return { title: post.name, text: `${post.name}, ${formatPaise(payablePaise(post))}`, url: origin + postPath(post) }
}

/** The query of the page with the dialog open or closed. */
function searchWith(search: string, isOpen: boolean) {
  const query = new URLSearchParams(search)
  if (isOpen) query.set(param, 'on')
  else query.delete(param)
  return `?${query}`
}

/** Opens the phone's own sheet where the browser has one, else the dialog. */
export function ShareButton(props: ShareProps) {
  const shared = useShared(props)
  const { search } = useLocation()
  function share(event: MouseEvent) {
    if (!('share' in navigator)) return
    event.preventDefault()
    navigator.share(shared).catch(() => {}) // the person closed the sheet
  }
  return (
    <ButtonLink
      to={{ search: searchWith(search, true) }}
      state={{ isFromPage: true }}
      preventScrollReset
      variant="line"
      onClick={share}
    >
      <Icon name="share" /> Share
    </ButtonLink>
  )
}

/** WhatsApp, and the link to copy. */
export function ShareDialog(props: ShareProps) {
  const { text, url } = useShared(props)
  const { pathname, search, state } = useLocation() as ReturnType<typeof useLocation> & {
    state: { isFromPage?: boolean } | null
  }
  const navigate = useNavigate()
  const [isCopied, setIsCopied] = useState(false)
  const close = () => {
    setIsCopied(false)
    return state?.isFromPage
      ? void navigate(-1)
      : void navigate(pathname + searchWith(search, false), { replace: true, preventScrollReset: true })
  }
  const hasScript = useHasScript()
  const copy = () => void navigator.clipboard.writeText(url).then(() => setIsCopied(true))
  return (
    <Dialog
      open={new URLSearchParams(search).has(param)}
      onClose={close}
      title="Share"
      footer={
        <>
          <a
            href={`https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`}
            target="_blank"
            rel="noopener noreferrer"
            className="button button-line"
          >
            WhatsApp
          </a>
          {/* Browsers have a clipboard only where the page came by HTTPS or from this machine. */}
          {hasScript && 'clipboard' in navigator && (
            <Button variant="main" onClick={copy}>
              {isCopied ? 'Copied' : 'Copy link'}
            </Button>
          )}
        </>
      }
    >
      <p className="mb-3">{text}</p>
      <Field label="Link" name="link" value={url} readOnly />
    </Dialog>
  )
}
