import type { ReactNode } from 'react'

import { formatDateTime } from '#app/platform/dates.ts'
import { Kept } from '#app/platform/kept.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Row } from '#app/ui/rows.tsx'

import { PostCover } from './post-cover.tsx'
import type { ListedPost } from './post-queries.server.ts'
import { wordsOf } from './post-words.ts'
import { Price } from './price.tsx'

interface PostCardProps {
  post: ListedPost
  /** Whether it is among the first that a person sees: its picture is loaded at once. */
  isFirst: boolean
  /** Its kind in a word, where posts of several kinds stand together. */
  label?: string | undefined
  actions: PostActions
}

/** What one can do with a post, such as Buy and Comment. */
export interface PostActions {
  /** For whom: they have the same actions with the same post. */
  who: string
  of: (post: ListedPost) => ReactNode
}

export function PostCard({ actions, ...rest }: PostCardProps) {
  return <Kept by={[rest, actions.who]}>{() => <Shown {...rest}>{actions.of(rest.post)}</Shown>}</Kept>
}

/** What is cut here is whole in the dialogs that it opens. */
function Shown({ post, isFirst, label, children }: Omit<PostCardProps, 'actions'> & { children: ReactNode }) {
  const { by, facts } = wordsOf(post)
  return (
    <Row aria-label={post.name}>
      <PostCover post={post} sizes="(width >= 47.5rem) 104px, 84px" isFirst={isFirst} />
      <div className="flex min-w-0 flex-col gap-0.5">
        {label && (
          <p className="leading-none">
            <Badge>{label}</Badge>
          </p>
        )}
        <h2 className="line-clamp-3 font-sans text-base leading-[1.35] font-semibold tracking-normal">{post.name}</h2>
        {by && <p className="truncate text-sm text-ink-soft">{by}</p>}
        {facts && <p className="line-clamp-3 text-xs text-ink-soft">{facts}</p>}
        <p className="flex flex-wrap gap-x-1 text-xs text-ink-soft">
          <span className="truncate">{post.sellerName} ·</span>
          <time dateTime={post.createdAt.toISOString()}>{formatDateTime(post.createdAt)}</time>
        </p>
        <div className="mt-auto pt-1">
          <Price {...post} />
        </div>
      </div>
      <div className="col-span-full mt-2 -mb-1.5 flex items-center justify-end gap-1">{children}</div>
    </Row>
  )
}
