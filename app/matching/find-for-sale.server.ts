import { type Kysely, sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import type { Tables } from '#app/platform/db.server.ts'
import type { ListedPost } from '#app/posts/post-queries.server.ts'
import { searchEverything } from '#app/posts/search/search-everything.server.ts'
import { readSearch } from '#app/posts/search/search-filters.ts'
import { storableText } from '#app/posts/search/search-rules.ts'
import type { Synonyms } from '#app/posts/search/synonyms.ts'
import { understandClass, understandTitle } from '#app/posts/search/understand-title.ts'

import { isWantedBook } from './is-match.ts'
import { findPostsToMatch, speltOf } from './offered-posts.server.ts'
import type { Spelt } from './same-word.ts'

export interface AskedBook {
  bookName: string
  className: string
  stream: string
}

const shownMax = 3

/** Posts that may be the book somebody is about to ask for, the best match of the search first. */
export async function findForSale(
  db: Kysely<Tables>,
  viewer: Viewer,
  synonyms: Synonyms,
  asked: AskedBook,
): Promise<ListedPost[]> {
  const { rows } = await sql<{ spelt: Spelt[]; classWords: string[] }>`
    select ${speltOf(sql`search_words(${storableText(asked.bookName)})`)} as spelt,
      search_words(${storableText(asked.className)}) as class_words`.execute(db)
  const { spelt: words, classWords } = rows[0]!
  const { parts } = understandTitle(
    words.map(({ word }) => word),
    synonyms,
  )
  if (parts.length === 0) return []
  const search = readSearch(new URLSearchParams({ q: parts.map(({ typed }) => typed).join(' ') }))
  const { posts } = await searchEverything(db, viewer, synonyms, search)
  const found = await findPostsToMatch(
    db,
    synonyms,
    posts.filter(({ isOwn }) => !isOwn).map(({ id }) => id),
  )
  const wanted = { words, classes: understandClass(classWords, synonyms), stream: asked.stream }
  const ids = new Set(found.filter((post) => isWantedBook(wanted, post, synonyms)).map(({ id }) => id))
  return posts.filter(({ id }) => ids.has(id)).slice(0, shownMax)
}
