import type { ReactNode } from 'react'

import { Badge } from '#app/ui/badge.tsx'
import { Row } from '#app/ui/rows.tsx'

import { PostCover } from './post-cover.tsx'
import type { ListedPost } from './packed-posts.ts'
import type { PostKind } from './post-rules.ts'
import { kindWords } from './post-texts.ts'
import type { CardWords } from './post-words.ts'
import { Price } from './price.tsx'

export type CardLook = {
  kind: PostKind
  /** Whether the viewer sells it. */
  isOwn: boolean
  /** Whether it is among the first that a person sees: its picture is loaded at once. */
  isFirst: boolean
  /** Whether it names its kind: where posts of several kinds stand together. */
  hasLabel?: boolean
}

interface PostCardProps extends Omit<CardLook, 'isOwn'> {
  card: CardWords
  /** What one can do with it, such as Buy and Comment. */
  children: ReactNode
}

export type CardOf = (post: ListedPost, place: Omit<CardLook, 'kind' | 'isOwn'>) => ReactNode

/** What is cut here is whole in the dialogs that it opens. */
export function PostCard({ kind, card, isFirst, hasLabel = false, children }: PostCardProps) {
  return (
    <Row aria-label={card.name}>
      <PostCover kind={kind} cover={card} sizes="(width >= 47.5rem) 104px, 84px" isFirst={isFirst} />
      <div className="card-text">
        {hasLabel && (
          <p className="leading-none">
            <Badge>{kindWords[kind].label}</Badge>
          </p>
        )}
        <h2 className="card-name">{card.name}</h2>
        {card.by && <p className="truncate text-sm text-ink-soft">{card.by}</p>}
        {card.facts && <p className="line-clamp-3 text-xs text-ink-soft">{card.facts}</p>}
        <p className="flex flex-wrap gap-x-1 text-xs text-ink-soft">
          <span className="truncate">{card.seller} ·</span>
          <time dateTime={card.at}>{card.atText}</time>
        </p>
        <div className="mt-auto pt-1">
          <Price {...card} />
        </div>
      </div>
      <div className="card-actions">{children}</div>
    </Row>
  )
}
