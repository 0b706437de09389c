import type { SubmitEvent } from 'react'
import { useNavigate } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

import { loadPreview, type PreviewedPost, previewPath } from './preview-address.ts'

interface PreviewButtonProps {
  post: PreviewedPost
  open: ReturnType<typeof useOpenPreview>
  /** There is room for the icon alone. */
  isOnShelf?: boolean
}

/** Leads to the same page with the preview over it. */
export function useOpenPreview() {
  const navigate = useNavigate()
  return ({ id, name }: PreviewedPost) => {
    const query = new URLSearchParams(window.location.search)
    query.set('preview', id)
    const state = { ...window.history.state?.usr, preview: { id, name } }
    void navigate({ search: `?${query}` }, { state, preventScrollReset: true })
  }
}

const prepare = () => void loadPreview().catch(() => {})

/** Without script it leads to the PDF itself. */
export function PreviewButton({ post, open, isOnShelf = false }: PreviewButtonProps) {
  function press(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    event.currentTarget.querySelector('button')?.focus() // it comes back to here; not every browser gives it to what is pressed
    open(post)
  }

  return (
    <form action={previewPath(post.id, 1)} onSubmit={press}>
      <Button
        type="submit"
        square={isOnShelf}
        variant={isOnShelf ? 'line' : 'quiet'}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <Icon name="eye" />
        <span className={isOnShelf ? 'sr-only' : ''}>Preview</span>
      </Button>
    </form>
  )
}
