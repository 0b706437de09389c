import { previewPath } from '#app/access/paths.ts'
import { OverButton } from '#app/rendering/over-button.tsx'
import { Icon } from '#app/ui/icon.tsx'

import { loadPreviewDialog } from './load-preview-dialog.ts'
import type { PreviewedPost } from './preview-address.ts'

interface PreviewButtonProps {
  post: PreviewedPost
  /** On a shelf there is room only for the icon. */
  isOnShelf?: boolean
  variant?: 'line' | 'quiet'
}

const preload = () => void loadPreviewDialog().catch(() => {})

/** Opens the preview over the page. */
export function PreviewButton({
  post: { id, name },
  isOnShelf = false,
  variant = isOnShelf ? 'line' : 'quiet',
}: PreviewButtonProps) {
  return (
    <OverButton
      to={previewPath(id)}
      given={{ id, name }}
      onPointerEnter={preload}
      onFocus={preload}
      square={isOnShelf}
      variant={variant}
    >
      <Icon name="eye" />
      {isOnShelf ? <span className="sr-only">Preview</span> : 'Preview'}
    </OverButton>
  )
}
