import type { Site } from './site.server.ts'

/** The routes whose pages show people nothing but what is theirs, or what they are about to post. */
const ownRoutes = new Set([
  ...['orders-of-student', 'orders-of-store', 'posts-of-student', 'posts-of-store'],
  ...['upload-of-student', 'upload-of-notes', 'upload-of-store', 'accounts/account-page'],
])

/** A store's start page is its profile. */
const isOwnPage = (routeId: string | undefined, { viewer }: Site) =>
  ownRoutes.has(routeId ?? '') || (routeId === 'shells/start-page' && viewer?.kind === 'store')

/** How much of a page is protected, for page-protection.ts and shells.css; undefined: nothing. */
export function protectionOf(site: Site, routeId: string | undefined) {
  const { protection } = site
  if (protection === 'off' || (protection === 'content' && isOwnPage(routeId, site))) return undefined
  return protection
}
