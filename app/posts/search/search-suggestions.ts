import { searchDbContext } from '#app/platform/context.ts'
import { anyPost, changesWith } from '#app/rendering/changes-with.ts'

import type { Route } from './+types/search-suggestions'
import { suggest } from './suggest.server.ts'
import { synonymsContext } from './synonyms-context.ts'

/** What the search box suggests for the text in `?q=`. */
export async function loader({ context, url }: Route.LoaderArgs) {
  changesWith(context, ...anyPost, 'words')
  const typed = url.searchParams.get('q') ?? ''
  const suggestions = await suggest(context.get(searchDbContext), context.get(synonymsContext), typed)
  return Response.json(suggestions, { headers: { 'Cache-Control': 'no-store' } })
}
