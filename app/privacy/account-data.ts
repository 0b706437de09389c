import { signedInViewer } from '#app/access/viewer.ts'
import { configContext, dbContext } from '#app/platform/context.ts'

import type { Route } from './+types/account-data'
import { findAccountData } from './account-data-queries.server.ts'

/** Downloads all data of the viewer's account as one JSON file. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = signedInViewer(context)
  const found = await findAccountData(context.get(dbContext), viewer, url.origin)
  return new Response(`${JSON.stringify(found, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; ${fileNameFor(context.get(configContext).siteName)}`,
      'Cache-Control': 'no-store',
    },
  })
}

/** The site's name may be in any script: old clients read the ASCII `filename`, all others `filename*` (RFC 6266). */
function fileNameFor(siteName: string) {
  const name = `${siteName.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')}-your-data.json`
  const ascii = name.replaceAll(/[^ -~]+/g, '_')
  return `filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`}`
}
