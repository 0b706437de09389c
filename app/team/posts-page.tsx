import { Link } from 'react-router'

import { formatDate } from '#app/format/dates.ts'
import { formatPaise } from '#app/format/money.ts'
import { dbContext } from '#app/platform/context.ts'
import { kindWords } from '#app/posts/post-texts.ts'
import { PageTitle } from '#app/rendering/page-title.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

import type { Route } from './+types/posts-page'
import { FilterLinks } from './filter-links.tsx'
import { FindForm } from './find-form.tsx'
import { type PostFilter, postFilters } from './post-filters.ts'
import { countPostsForTeam, listPostsForTeam } from './post-queries.server.ts'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const filter = postFilters.find((one) => one === searchParams.get('show')) ?? 'signals'
  const search = (searchParams.get('q') ?? '').trim().slice(0, 200)
  const [listed, counts] = await Promise.all([
    listPostsForTeam(db, { filter, search, before: searchParams.get('before') }),
    countPostsForTeam(db),
  ])
  return { filter, search, counts, ...listed }
}

const names: Record<PostFilter, string> = {
  signals: 'To look at',
  held: 'Held back',
  hidden: 'Hidden',
  newest: 'Newest',
}

export default function PostsPage({ loaderData: { filter, search, counts, posts, next } }: Route.ComponentProps) {
  return (
    <main id="content" className="mx-auto grid w-full max-w-page grid-cols-1 content-start gap-4 px-4 py-4 md:px-6">
      <PageTitle>Posts</PageTitle>
      <h1 className="text-xl">Posts</h1>
      <FilterLinks
        label="Filters"
        className="-mx-4 px-4"
        links={postFilters.map((one) => ({
          to: `?show=${one}`,
          name: names[one],
          isCurrent: !search && one === filter,
          count: one === 'newest' ? undefined : counts[one],
        }))}
      />
      <FindForm label="Words of a name, or an id" search={search} />
      {posts.length === 0 ? (
        <EmptyState
          title={search ? 'No post is like this' : 'Nothing here'}
          text={
            search ? 'Hidden posts are found by their id.' : 'Posts with something unusual appear under To look at.'
          }
        />
      ) : (
        <ul className="border-t border-rule bg-paper">
          {posts.map(({ id, kind, name, payablePaise, seller, signals, hiddenBecause, createdAt }) => (
            <li key={id}>
              <Link
                to={`/team/posts/${id}`}
                className="grid min-h-12 gap-x-4 border-b border-rule px-4 py-2 no-underline hover:bg-leaf md:grid-cols-[minmax(0,1fr)_auto] md:items-center"
              >
                <span className="flex flex-wrap items-center gap-x-2">
                  <b className="wrap-anywhere">{name}</b>
                  {signals.map((signal) => (
                    <Badge key={signal}>{signal}</Badge>
                  ))}
                  {hiddenBecause && <Badge>{hiddenBecause === 'held' ? 'Held back' : 'Hidden'}</Badge>}
                </span>
                <span className="text-xs text-ink-soft">
                  {kindWords[kind].label} · {formatPaise(payablePaise)} · {seller} · {formatDate(createdAt)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {next && (
        <Link
          to={`?${new URLSearchParams({ show: filter, ...(search && { q: search }), before: next })}`}
          className="button justify-self-center"
        >
          More
        </Link>
      )}
    </main>
  )
}
