import type { Kysely } from 'kysely'
import { renderToString } from 'react-dom/server'

import type { Role } from '#app/access/role-rules.ts'
import { PostButtons } from '#app/market/post-buttons.tsx'
import { createDb, type Tables } from '#app/platform/db.server.ts'
import { PostCard } from '#app/posts/post-card.tsx'
import { listPosts } from '#app/posts/post-queries.server.ts'
import { Rows } from '#app/ui/rows.tsx'

import type { Site, Visit } from './visits.ts'

const size = 12
const role: Role = 'visitor'

/**
 * The reference page, whose CPU time the requirements are stated against: 12 books, read by the product's own query and
 * rendered as the product's own cards by React. Nothing else: no HTTP, session, router, layout, serialised loader data,
 * cache or compression. Returns whether the page is complete.
 */
async function renderPage(db: Kysely<Tables>, before: string) {
  const { posts } = await listPosts(db, null, { kind: 'book', before, max: size })
  const html = renderToString(
    <html lang="en">
      <head>
        <title>Books</title>
      </head>
      <body>
        <h1>Books</h1>
        <Rows>
          {posts.map((post, n) => (
            <PostCard key={post.id} post={post} isFirst={n < 3} hasLabel={false}>
              <PostButtons post={post} role={role} />
            </PostCard>
          ))}
        </Rows>
      </body>
    </html>,
  )
  return posts.length === size && html.endsWith('</html>')
}

const pools = new Map<string, Kysely<Tables>>()

function poolOf(databaseUrl: string) {
  const pool = pools.get(databaseUrl) ?? createDb(databaseUrl)
  pools.set(databaseUrl, pool)
  return pool
}

/** These visits send no requests: the process that runs them renders the pages, so its CPU time is theirs. */
export const visits = {
  reference({ databaseUrl, books }: { databaseUrl: string; books: Site['books'] }): Visit {
    const db = poolOf(databaseUrl)
    const followed = books.slice(0, -size) // each has a full page of older books after it
    return () => renderPage(db, followed[Math.floor(Math.random() * followed.length)]!.id)
  },
}
