import type { ReactNode } from 'react'

import type { ListedPost } from '#app/posts/post-queries.server.ts'
import { PageLink } from '#app/rendering/page-link.tsx'

import { postPath } from './post-path.ts'

interface CoverLinkProps {
  post: Pick<ListedPost, 'id' | 'kind' | 'name'>
  children: ReactNode
}

/** A link for the pointer alone: keyboards and screen readers have the link on the name beside it. */
export function CoverLink({ post, children }: CoverLinkProps) {
  return (
    <PageLink to={postPath(post)} tabIndex={-1} aria-hidden="true" className="block self-start no-underline">
      {children}
    </PageLink>
  )
}
