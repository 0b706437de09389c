import { searchDbContext } from '#app/platform/context.ts'

import type { Route } from './+types/search-suggestions'
import { suggest } from './suggest.server.ts'

/** What the search box suggests for the text in `?q=`. */
export const loader = async ({ context, url }: Route.LoaderArgs) =>
  Response.json(await suggest(context.get(searchDbContext), url.searchParams.get('q') ?? ''), {
    headers: { 'Cache-Control': 'no-store' },
  })
