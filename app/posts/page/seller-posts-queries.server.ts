import { sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { type BrowseTab, browseTabs } from '#app/posts/browse-tabs.ts'
import { listPosts } from '#app/posts/post-queries.server.ts'

const pageSize = 12

interface Asked {
  /** The name of a tab, and where its page begins, as the URL has them. */
  tab: string | null
  before: string | null
}

/** The kinds of posts that a seller has for sale, and a page of one of them: of the asked kind, or else of the first. */
export async function findSellerPosts(db: Db, viewer: Viewer | null, sellerId: string, asked: Asked) {
  const kinds = await findKinds(db, sellerId)
  const tabs = browseTabs.filter(({ kind }) => kinds.includes(kind))
  const tab = tabs.find(({ name }) => name === asked.tab) ?? tabs[0]
  if (!tab) return null
  const before = isId(asked.before) ? asked.before : null
  const found = await listPosts(db, viewer, { kind: tab.kind, sellerId, before, max: pageSize + 1 })
  const posts = found.posts.slice(0, pageSize)
  return {
    tabs: tabs.map(({ name, label }) => ({ name, label })),
    tab: tab.name,
    posts,
    next: found.posts.length > pageSize ? posts.at(-1)!.id : null,
  }
}

/** Four looks into an index, however many posts the seller has. */
async function findKinds(db: Db, sellerId: string) {
  const all = browseTabs.map(({ kind }) => kind)
  const { rows } = await sql<Pick<BrowseTab, 'kind'>>`
    select asked.kind from unnest(${all}::text[]) as asked (kind)
    where exists (select from posts where posts.seller_id = ${sellerId} and posts.kind = asked.kind and not is_sold_out)`.execute(
    db,
  )
  return rows.map(({ kind }) => kind)
}
