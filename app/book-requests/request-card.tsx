import { Form, useLocation } from 'react-router'

import { myRequestsPath } from '#app/access/paths.ts'
import { LocalDate } from '#app/format/local-date.tsx'
import { postPath } from '#app/posts/page/post-path.ts'
import type { ListedPost } from '#app/posts/post-queries.server.ts'
import { Price } from '#app/posts/price.tsx'
import { PageLink } from '#app/rendering/page-link.tsx'
import { Button } from '#app/ui/button.tsx'

import type { ListedBookRequest } from './book-request-queries.server.ts'
import { describeRequestState } from './book-request-texts.ts'

/** A request as its person sees it: how it stands, the posts that may be it, and what to do with it. */
export function RequestCard({ request }: { request: ListedBookRequest }) {
  const { id, bookName, className, stream, condition, createdAt, ticketNumber, posts, count, closedAt } = request
  const others = count - posts.length
  const before = new URLSearchParams(useLocation().search).get('before')
  return (
    <article aria-label={bookName} className="grid gap-3 border border-rule p-4 md:p-5">
      <div>
        <p className="text-sm font-semibold">{describeRequestState(request)}</p>
        <h2 className="mt-0.5 font-sans text-[1.0625rem] leading-[1.35] font-semibold tracking-normal wrap-anywhere">
          {bookName}
        </h2>
        <p className="text-xs wrap-anywhere text-ink-soft">
          {[className, stream, condition, ticketNumber !== null && `Number ${ticketNumber}`]
            .filter(Boolean)
            .join(' · ')}
          {' · '}
          <LocalDate date={createdAt} />
        </p>
      </div>
      {posts.length > 0 && (
        <ul className="border-t border-rule">
          {posts.map((post) => (
            <FoundPost key={post.id} post={post} />
          ))}
        </ul>
      )}
      {others > 0 && <p className="text-sm text-ink-soft">{others === 1 ? 'And 1 more' : `And ${others} more`}</p>}
      <Form
        method="post"
        action={`${myRequestsPath}?${new URLSearchParams({ request: id, ...(before && { before }) })}`}
        preventScrollReset
        className="flex flex-wrap gap-2"
      >
        {closedAt === null ? (
          <>
            <Button type="submit" variant="line" name="change" value="found">
              I found it
            </Button>
            <Button type="submit" variant="line" name="change" value="not needed">
              I no longer need it
            </Button>
          </>
        ) : (
          <Button type="submit" variant="line" name="change" value="open">
            Look again
          </Button>
        )}
      </Form>
    </article>
  )
}

function FoundPost({ post }: { post: ListedPost }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-rule py-2">
      <div className="min-w-0 flex-1 basis-48">
        <PageLink to={postPath(post)} className="flex min-h-11 items-center font-medium wrap-anywhere">
          {post.name}
        </PageLink>
        <p className="text-xs text-ink-soft">
          {[post.authorName, post.condition, post.district, post.sellerName].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Price of={post} />
    </li>
  )
}
