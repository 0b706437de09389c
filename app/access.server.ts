import { data, type MiddlewareFunction, redirect } from 'react-router'

import { logInPath } from './access/log-in-path.ts'
import type { Role } from './access/role-rules.ts'
import { siteMap, type SitePage } from './access/site-map.ts'
import { viewerContext } from './accounts/viewer.ts'

/** Routes that server/app.ts answers before the pages: open to everyone. */
export const beforePages = [
  'GET /healthz',
  'GET /readyz',
  'GET /pictures/*',
  'GET /share/*',
  'GET /robots.txt',
  'GET /sitemap.xml',
  'GET /sitemap/*',
  'POST /uploads/picture',
  'POST /uploads/pdf',
]

const pages = new Map(siteMap.map((page) => [page.path, page]))
const gallery: SitePage = { path: '/gallery', file: 'ui/gallery-page.tsx', opens: ['visitor', 'student', 'store'] }

/**
 * Middleware: checks every request against the site map, before any loader or action runs. Redirects a visitor to log in
 * where a student has access; otherwise a page or form without access is a 404.
 */
export const checkAccess: MiddlewareFunction<Response> = ({ context, pattern, request, url }) => {
  const role = context.get(viewerContext)?.kind ?? 'visitor'
  const path = pattern.startsWith('/') ? pattern : `/${pattern}`
  const page = pages.get(path) ?? (import.meta.env.DEV && path === gallery.path ? gallery : null)
  const isReading = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  const refuse = (mayStudent: boolean) =>
    role === 'visitor' && mayStudent ? redirect(logInPath(url.pathname + url.search)) : data(null, 404)
  if (!page?.opens.includes(role)) throw refuse(page?.opens.includes('student') ?? false)
  if (!isReading && !maySend(page, role, url)) throw refuse(maySend(page, 'student', url))
}

/** A query parameter names the form; without one it is the page's own. React Router refuses forms for pages without any. */
function maySend({ sends }: SitePage, role: Role, { searchParams }: URL) {
  if (!sends) return true
  const named = Object.keys(sends).filter((name) => name !== '' && searchParams.has(name))
  return (named.length > 0 ? named : ['']).every((name) => sends[name]?.includes(role) ?? false)
}
