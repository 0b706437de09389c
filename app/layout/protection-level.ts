import { siteMap } from '#app/access/site-map.ts'

import type { Site } from './site.server.ts'

const routeIdOf = ({ id, file }: (typeof siteMap)[number]) => id ?? file.replace(/\.tsx?$/, '')
const pages = new Map(siteMap.map((page) => [routeIdOf(page), page]))

/** The page's `data-protected` attribute, for page-protection.ts and layout.css; undefined: not protected. */
export function protectionLevelOf({ protection, viewer }: Site, routeId: string | undefined) {
  if (routeId?.startsWith('team/')) return undefined
  const isOwn = pages.get(routeId ?? '')?.isOwnOf?.includes(viewer?.kind ?? 'visitor') ?? false
  return protection === 'off' || (protection === 'content' && isOwn) ? undefined : protection
}
