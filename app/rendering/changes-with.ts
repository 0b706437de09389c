import type { RouterContextProvider } from 'react-router'

import { pageTopicsContext } from '#app/platform/context.ts'

/**
 * What a page may show: the list of a kind or of a seller, a post with its comments, a seller with the ratings; `sellers` change when one
 * has left, `words` with the dictionary of the search. Triggers note them in `page_changes` (database/functions/page-changes.sql).
 */
type PageTopic = `list:${string}` | `post:${string}` | `seller:${string}` | 'sellers' | 'words'

/** Says in a loader what the page shows: a change of one of these renews the cached page, and no other change does. */
export const changesWith = (context: Readonly<RouterContextProvider>, ...topics: PageTopic[]) =>
  void context.get(pageTopicsContext).push(...topics)

/** Everything that is posted. */
export const anyPost = ['list:book', 'list:novel', 'list:note', 'list:course'] as const

/** Posts that stand on a page beside what it is about. */
export const shownPosts = (posts: readonly { id: string }[]) => posts.map(({ id }) => `post:${id}` as const)

/** Those whose names or ratings a page shows. */
export const shownSellers = (ids: readonly string[]) => [...new Set(ids)].map((id) => `seller:${id}` as const)
