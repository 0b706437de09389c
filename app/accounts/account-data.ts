import { data } from 'react-router'

import { configContext, dbContext } from '#app/platform/context.ts'

import type { Route } from './+types/account-data'
import { findAccountData } from './account-data-queries.server.ts'
import { viewerContext } from './viewer.ts'

/** All that is kept about who asks, as one file. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext)
  if (!viewer) throw data(null, 404)
  const found = await findAccountData(context.get(dbContext), viewer, url.origin)
  return new Response(`${JSON.stringify(found, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; ${fileNameFor(context.get(configContext).siteName)}`,
      'Cache-Control': 'no-store',
    },
  })
}

/** The site's name may be in any script: old clients read `filename`, which is ASCII, all others `filename*` (RFC 6266). */
function fileNameFor(siteName: string) {
  const name = `${siteName.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')}-your-data.json`
  const ascii = name.replaceAll(/[^ -~]+/g, '_')
  return `filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`}`
}
