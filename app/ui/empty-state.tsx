import type { ReactNode } from 'react'

import { ShelfDrawing } from './icon.tsx'

type EmptyStateProps = {
  title: string
  text?: ReactNode
  action?: ReactNode
  /** `h1` on a page that shows nothing else. */
  heading?: 'h1' | 'h2'
}

export function EmptyState({ title, text, action, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="grid content-start justify-items-center gap-2 px-4 pt-8 pb-10 text-center">
      <ShelfDrawing className="mb-2 w-58 max-w-full" />
      <Heading className="line-clamp-3">{title}</Heading>
      {text && <p className="max-w-[34ch] text-ink-soft">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
