import type { ReactNode } from 'react'

import { PageLink } from '#app/rendering/page-link.tsx'

interface CoverLinkProps {
  /** The path of the post's page. */
  to: string
  children: ReactNode
}

/** A link for the pointer alone: keyboards and screen readers have the link on the name beside it. */
export function CoverLink({ to, children }: CoverLinkProps) {
  return (
    <PageLink to={to} tabIndex={-1} aria-hidden="true" className="block self-start no-underline">
      {children}
    </PageLink>
  )
}
