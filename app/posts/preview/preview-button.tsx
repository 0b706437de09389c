import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

import { loadPreview } from './load-preview.ts'
import type { PreviewedPost } from './preview-address.ts'

interface PreviewButtonProps {
  post: PreviewedPost
  /** On a shelf there is room only for the icon. */
  isOnShelf?: boolean
  variant?: 'line' | 'quiet'
}

/** Navigates to the same page with the preview over it. */
function useOpenPreview() {
  const navigate = useNavigate()
  return ({ id, name }: PreviewedPost) => {
    const query = new URLSearchParams(window.location.search)
    query.set('preview', id)
    const state = { ...window.history.state?.usr, preview: { id, name } }
    void navigate({ search: `?${query}` }, { state, preventScrollReset: true })
  }
}

const preloadDialog = () => void loadPreview().catch(() => {})

/** The id of the form that opens the preview before hydration. */
export const previewFormId = 'preview'

export function PreviewButton({ post, isOnShelf = false, variant = isOnShelf ? 'line' : 'quiet' }: PreviewButtonProps) {
  const open = useOpenPreview()
  function press(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault()
    event.currentTarget.focus() // closing returns the focus to it; not every browser focuses a clicked button
    open(post)
  }

  return (
    <Button
      type="submit"
      form={previewFormId}
      name="preview"
      value={post.id}
      onClick={press}
      onPointerEnter={preloadDialog}
      onFocus={preloadDialog}
      square={isOnShelf}
      variant={variant}
    >
      <Icon name="eye" />
      {isOnShelf ? <span className="sr-only">Preview</span> : 'Preview'}
    </Button>
  )
}
