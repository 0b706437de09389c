import { data, type MiddlewareFunction, redirect } from 'react-router'

import { logInPath } from './access/log-in-path.ts'
import type { Role } from './access/role-rules.ts'
import { buyPath, commentsPath, previewPath } from './access/paths.ts'
import { siteMap, type SitePage } from './access/site-map.ts'
import { teamLogInPath, teamMap } from './access/team-map.ts'
import { viewerContext } from './access/viewer.ts'
import { configContext } from './platform/context.ts'
import { pdfNamedIn } from './posts/preview/preview-address.ts'
import { readTeamToken } from './team/team-cookie.server.ts'
import { teamMemberContext } from './team/team-member.ts'

/** Routes that server/app.ts answers before the pages: open to everyone. */
export const beforePages = [
  'GET /healthz',
  'GET /livez',
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
const teamPages = new Map(teamMap.map((page) => [page.path, page]))
/** Open to everyone in development; production has none of them. */
const developersPages = new Set(['/gallery', '/gallery/mails'])

const openToAll = (path: string): SitePage => ({ path, file: '', opens: ['visitor', 'student', 'store'] })

/**
 * Middleware: checks every request against the site map, before any loader or action runs. Redirects a visitor to log in
 * where a student has access; otherwise a page or form without access is a 404.
 */
export const checkAccess: MiddlewareFunction<Response> = (args) => {
  const { context, pattern, request, url } = args
  const role = context.get(viewerContext)?.kind ?? 'visitor'
  const path = pattern.startsWith('/') ? pattern : `/${pattern}`
  if (pagesWithPosts.has(path)) followOldAddress(path, args)
  if (teamPages.has(path)) return checkTeamAccess(path, args)
  const page = pages.get(path) ?? (import.meta.env.DEV && developersPages.has(path) ? openToAll(path) : null)
  const isReading = isRead(request)
  const refuse = (mayStudent: boolean) =>
    role === 'visitor' && mayStudent ? redirect(logInPath(url.pathname + url.search)) : data(null, 404)
  if (!page?.opens.includes(role)) throw refuse(page?.opens.includes('student') ?? false)
  if (!isReading && !maySend(page, role, url)) throw refuse(maySend(page, 'student', url))
}

const postPattern = '/posts/:id/:slug'
const pagesWithPosts = new Set(['/', '/market', '/search', '/sellers/:id', '/saved', postPattern])

/** Buying, commenting and the preview were dialogs of each page with posts; 307 keeps a form that was sent there. */
function followOldAddress(path: string, { params, url: { search, searchParams } }: Parameters<typeof checkAccess>[0]) {
  const idIn = (name: string) => encodeURIComponent(searchParams.get(name) ?? '')
  const asked = path === postPattern && searchParams.has('ask') ? encodeURIComponent(params.id!) : ''
  const [bought, commented, previewed] = [idIn('buy'), idIn('comment') || asked, idIn('preview')]
  if (bought) throw redirect(buyPath(bought), 307)
  if (commented) throw redirect(commentsPath(commented), 307)
  if (previewed) throw redirect(previewPath(previewed, pdfNamedIn(search)), 307)
}

const isRead = ({ method }: Request) => ['GET', 'HEAD', 'OPTIONS'].includes(method)

/** Everybody but the team gets a 404. A browser in which a member was logged in is asked to log in again. */
function checkTeamAccess(path: string, { context, request, url }: Parameters<MiddlewareFunction<Response>>[0]) {
  const page = teamPages.get(path)!
  const allowed = isRead(request) ? page.opens : (page.sends ?? [])
  const member = context.get(teamMemberContext)
  if (allowed === 'everyone' || (member && allowed.includes(member.role))) return
  if (member || !readTeamToken(request, context.get(configContext))) throw data(null, 404)
  throw redirect(`${teamLogInPath}?to=${encodeURIComponent(url.pathname + url.search)}`)
}

/** A query parameter names the form; without one it is the page's own. React Router refuses forms for pages without any. */
function maySend({ sends }: SitePage, role: Role, { searchParams }: URL) {
  if (!sends) return true
  const named = Object.keys(sends).filter((name) => name !== '' && searchParams.has(name))
  return (named.length > 0 ? named : ['']).every((name) => sends[name]?.includes(role) ?? false)
}
