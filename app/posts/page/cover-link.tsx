import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { ListedPost } from '#app/posts/post-queries.server.ts'

import { postPath } from './post-path.ts'

interface CoverLinkProps {
  post: Pick<ListedPost, 'id' | 'kind' | 'name'>
  children: ReactNode
}

/** A link for the pointer alone: keyboards and screen readers have the link on the name beside it. */
export function CoverLink({ post, children }: CoverLinkProps) {
  return (
    <Link to={postPath(post)} tabIndex={-1} aria-hidden="true" className="block self-start">
      {children}
    </Link>
  )
}
