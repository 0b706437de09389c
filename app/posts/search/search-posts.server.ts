import type { Kysely } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import type { Tables } from '#app/platform/db.server.ts'

import { searchEverything } from './search-everything.server.ts'
import { readSearch } from './search-filters.ts'
import { type PostSearch, searchResultsMax, storableText } from './search-rules.ts'
import type { Synonyms } from './synonyms.ts'

/**
 * The search of the Books tab: of posts of every kind, by name and stream. All results are shown at once, and each has
 * all that was asked for. Names that begin as it was typed come first.
 */
export async function searchPosts(
  db: Kysely<Tables>,
  viewer: Viewer | null,
  synonyms: Synonyms,
  { name, stream }: PostSearch,
) {
  const all = readSearch(new URLSearchParams())
  const search = {
    ...all,
    q: storableText(name),
    chosen: { ...all.chosen, field: stream === '' ? [] : [storableText(stream)] },
    shown: searchResultsMax,
  }
  const manner = { isName: true, mayLeaveOut: false, isCounted: false }
  const { posts, sellerIds, total, isCut } = await searchEverything(db, viewer, synonyms, search, manner)
  return { posts, sellerIds, isCut: isCut || total > searchResultsMax }
}
