import { Form, Link } from 'react-router'

import { formatPaise } from '#app/format/money.ts'
import { describeStock } from '#app/posts/describe-stock.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { PostCover } from '#app/posts/post-cover.tsx'
import { hiddenTexts, kindWords } from '#app/posts/post-texts.ts'
import { payablePaise } from '#app/posts/prices.ts'
import { PageLink } from '#app/rendering/page-link.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'

import type { OwnPost } from './own-post-queries.server.ts'

interface OwnPostCardProps {
  post: OwnPost
  /** The query of its list. */
  list: string
  /** Whether it names its kind, as in lists of several kinds. */
  hasLabel: boolean
  /** Whether Edit was pressed and its form is loading. */
  isOpening: boolean
}

/** Truncates long texts: the form that Edit opens shows them in full. */
export function OwnPostCard({ post, list, hasLabel, isOpening }: OwnPostCardProps) {
  const facts = [
    ['Author', post.authorName],
    ['College', post.collegeName],
    ['Class', post.className],
    ['Category', post.category],
  ].filter(([, value]) => value)
  const paid = payablePaise(post)
  const stock = describeStock(post)
  return (
    <Card aria-label={post.name} className="grid grid-cols-[76px_minmax(0,1fr)] grid-rows-[1fr_auto] gap-x-3.5">
      <div className="self-start">
        <PostCover post={post} maxWidth={76} sizes="76px" />
      </div>
      <div className="min-w-0">
        {hasLabel && <Badge>{kindWords[post.kind].label}</Badge>}
        <h2 className="line-clamp-3 font-sans text-base leading-[1.35] font-semibold tracking-normal">
          {post.hiddenBecause ? post.name : <PageLink to={postPath(post)}>{post.name}</PageLink>}
        </h2>
        {facts.length > 0 && (
          <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 gap-y-0.5 text-sm">
            {facts.map(([label, value]) => (
              <div key={label} className="contents">
                <dt className="text-ink-soft">{label}</dt>
                <dd className="line-clamp-2">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <p className="mt-1.5 flex flex-wrap items-baseline gap-x-2 tabular-nums">
          <strong className="text-[1.25rem] font-bold tracking-[-0.01em]">{formatPaise(post.pricePaise)}</strong>
          {post.discount ? <span className="text-xs font-bold text-accent-ink">{post.discount}% off</span> : null}
          {paid !== post.pricePaise && <span className="text-sm text-ink-soft">Buyer pays {formatPaise(paid)}</span>}
        </p>
        {post.hiddenBecause && (
          <p className="mt-1 border-l-3 border-muga pl-2.5 text-sm">{hiddenTexts[post.hiddenBecause]}</p>
        )}
        {stock && (
          <p className="mt-1">{post.isSoldOut ? <Badge>{stock}</Badge> : <span className="text-sm">{stock}</span>}</p>
        )}
        {post.newComments > 0 && (
          <p>
            <Link
              to={`${postPath(post)}#comments`}
              className="inline-flex min-h-11 items-center gap-1.5 text-sm font-bold text-accent-ink"
            >
              <Icon name="comment" />
              {post.newComments === 1 ? '1 new comment' : `${post.newComments} new comments`}
            </Link>
          </p>
        )}
        {post.pdfs.length > 0 && (
          <p className="mt-1 flex flex-wrap gap-x-4">
            {post.pdfs.map((number) => (
              <a
                key={number}
                href={`/posts/${post.id}/pdfs/${number}`}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-11 items-center gap-1.5 text-sm font-medium"
              >
                <Icon name="document" />
                View PDF {number}
              </a>
            ))}
          </p>
        )}
      </div>
      <Form
        method="get"
        preventScrollReset
        className="col-span-full -mx-4 mt-3.5 -mb-4 flex flex-wrap border-t border-rule px-2 py-1 *:[button]:flex-1"
      >
        {[...new URLSearchParams(list)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" name="edit" value={post.id} busy={isOpening}>
          <Icon name="edit" />
          {isOpening ? 'Opening...' : 'Edit'}
        </Button>
        {!post.hiddenBecause && (
          <ButtonLink to={`${postPath(post)}?share=on`} className="flex-1">
            <Icon name="share" />
            Share
          </ButtonLink>
        )}
        <Button type="submit" name="delete" value={post.id} variant="bad">
          <Icon name="trash" />
          Delete
        </Button>
      </Form>
    </Card>
  )
}
