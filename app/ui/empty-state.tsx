import type { ReactNode } from 'react'

type EmptyStateProps = {
  title: string
  text?: ReactNode
  action?: ReactNode
  /** `h1` where nothing else is on the page. */
  heading?: 'h1' | 'h2'
}

export function EmptyState({ title, text, action, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="grid content-start justify-items-center gap-2 px-4 pt-8 pb-10 text-center">
      <ShelfWithCloth />
      <Heading>{title}</Heading>
      {text && <p className="max-w-[34ch] text-ink-soft">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

function ShelfWithCloth() {
  return (
    <svg viewBox="0 0 200 112" aria-hidden="true" className="mb-2 w-58">
      <path className="fill-rule" d="M22 30h17v58H22zM42 40h12v48H42zM60 47l12-4 13 43-12 4z" />
      <path className="fill-ink" d="M6 88h188v4H6z" />
      <path className="stroke-rule" fill="#fff" d="M106.5 70.5h74v17h-74zM118.5 78.5h50v27h-50z" />
      <path
        className="fill-accent"
        d="M118.5 83h50v1.5h-50zM118.5 99h50v1.5h-50zM106.5 74h74v1.5h-74zM125.5 87l4.5 4.8-4.5 4.7-4.5-4.7zM134.5 87l4.5 4.8-4.5 4.7-4.5-4.7zM143.5 87l4.5 4.8-4.5 4.7-4.5-4.7zM152.5 87l4.5 4.8-4.5 4.7-4.5-4.7zM161.5 87l4.5 4.8-4.5 4.7-4.5-4.7z"
      />
      <path
        className="stroke-edge"
        d="M121 106v4M126 106v4M131 106v4M136 106v4M141 106v4M146 106v4M151 106v4M156 106v4M161 106v4M166 106v4"
      />
    </svg>
  )
}
