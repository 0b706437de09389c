import { pageTopicsContext, searchDbContext } from '#app/platform/context.ts'

import type { Route } from './+types/search-suggestions'
import { suggest } from './suggest.server.ts'

/** What the search box suggests for the text in `?q=`. */
export async function loader({ context, url }: Route.LoaderArgs) {
  context.get(pageTopicsContext).push('words')
  const suggestions = await suggest(context.get(searchDbContext), url.searchParams.get('q') ?? '')
  return Response.json(suggestions, { headers: { 'Cache-Control': 'no-store' } })
}
