import { data, type MiddlewareFunction, redirect } from 'react-router'

import { viewerContext } from './accounts/viewer.ts'

export type Who = 'visitor' | 'student' | 'store'

const everyone: Who[] = ['visitor', 'student', 'store']
/** Visitors stand in the students' frame. */
const studentShell: Who[] = ['visitor', 'student']
const signedIn: Who[] = ['student', 'store']
const students: Who[] = ['student']
const stores: Who[] = ['store']

/** Who may use each route of routes.ts. One that is not named here is nobody's, and a test says so. */
export const access: Record<string, Who[]> = {
  '/': everyone,
  '/*': everyone, // what does not exist, says so to everyone
  '/logout': everyone,
  '/account/deleted': everyone, // nobody's any more
  '/posts/:id/preview/:number': everyone, // what of a post, findPreview decides

  '/account': signedIn,
  '/account/data': signedIn,
  '/buyer-details': signedIn,

  '/login': studentShell,
  '/slogin': studentShell,
  '/UserSignUp': studentShell,
  '/sSignup': studentShell,
  '/ContactUs': studentShell,
  '/AlterBooksAndNovels': students,
  '/CreateBooksAndNovels': students,
  '/CreateCourseAndNotes': students,
  '/userOrders': students,
  '/posts/:id/pdfs/:number': students,
  '/posts/:id/comments': signedIn,

  '/orderlist': stores,
  '/CreatePost': stores,
  '/AlterPosts': stores,
  '/market': stores,
}

/**
 * Who may send a form to each route: one that is not named here takes none. Where the address says what a form does, its
 * name follows. Their own actions hold to it, and the access matrix (tests/torture/access.ts) holds them to this.
 */
export const sends: Record<string, Who[]> = {
  '/': stores, // their profile
  '/?buy': students,
  '/?comment': students,
  '/?request': students,
  '/login': studentShell,
  '/slogin': studentShell,
  '/UserSignUp': studentShell,
  '/sSignup': studentShell,
  '/ContactUs': studentShell,
  '/logout': everyone,
  '/account': signedIn,
  '/CreateBooksAndNovels': students,
  '/CreateCourseAndNotes': students,
  '/AlterBooksAndNovels?edit': students,
  '/AlterBooksAndNovels?delete': students,

  '/CreatePost': stores,
  '/AlterPosts?edit': stores,
  '/AlterPosts?delete': stores,
  '/market?buy': stores,
  '/market?comment': stores,
}

/** What answers before the pages, in server/app.ts, is everyone's. */
export const beforePages = [
  'GET /healthz',
  'GET /readyz',
  'GET /pictures/*',
  'POST /uploads/picture',
  'POST /uploads/pdf',
]

/** A visitor on a student's page signs in first and comes back; routes of the other shell are not there. */
export const checkAccess: MiddlewareFunction<Response> = ({ context, pattern, url }) => {
  const who = context.get(viewerContext)?.kind ?? 'visitor'
  const route = pattern.startsWith('/') ? pattern : `/${pattern}`
  const allowed = access[route] ?? (import.meta.env.DEV && route === '/gallery' ? everyone : [])
  if (allowed.includes(who)) return
  if (who === 'visitor' && allowed.includes('student')) {
    throw redirect(`/login?to=${encodeURIComponent(url.pathname + url.search)}`)
  }
  throw data(null, 404)
}
