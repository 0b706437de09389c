import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

import { loadPreview, type PreviewedPost } from './preview-address.ts'

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

const loadDialog = () => void loadPreview().catch(() => {})

/** The id of the form that leads to the same page with the preview over it, where the script has not taken over yet. */
export const previewForm = 'preview'

export function PreviewButton({ post, open, isOnShelf = false }: PreviewButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault()
    event.currentTarget.focus() // closing gives the focus back to it; not every browser focuses a pressed button
    open(post)
  }

  return (
    <Button
      type="submit"
      form={previewForm}
      name="preview"
      value={post.id}
      onClick={press}
      onPointerEnter={loadDialog}
      onFocus={loadDialog}
      square={isOnShelf}
      variant={isOnShelf ? 'line' : 'quiet'}
    >
      <Icon name="eye" />
      <span className={isOnShelf ? 'sr-only' : undefined}>Preview</span>
    </Button>
  )
}
