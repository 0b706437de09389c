import {
  buyPattern,
  commentsPattern,
  helpPath,
  legalPaths,
  logInPaths,
  myPostsPath,
  myRequestsPath,
  noticesPath,
  ordersPath,
  previewPattern,
  profilePath,
  purchasesPath,
  pushPath,
  savedPath,
  savedSearchPath,
  securityPath,
  wantedCountPath,
  wantedPath,
} from './paths.ts'
import type { Role } from './role-rules.ts'

/** A route of the site, with everything that depends on the route alone. */
export interface SitePage {
  /** The pattern for React Router. */
  path: string
  /** The route's module, below app/. */
  file: string
  /** The route's id, where several routes share a module. */
  id?: string
  /** Roles that may open it. A visitor is redirected to log in where a student may; everyone else gets a 404. */
  opens: readonly Role[]
  /** Roles that may submit each of its forms: `''` is the page's own, others have a query parameter, such as `?request`. */
  sends?: Readonly<Record<string, readonly Role[]>>
  /** The same for all visitors: the server caches it (server/http/page-cache.ts) until something changes that its loader says it shows. */
  isCached?: boolean
  /** Roles to which it shows nothing that others published: PAGE_PROTECTION=content does not protect it. */
  isOwnOf?: readonly Role[]
  /** How many files its form contains without JavaScript: they determine the body limit. */
  files?: { pictures?: number; pdfs?: number }
  /** Completes "Log in to …" for a visitor who was redirected to log in. */
  purpose?: string
}

const everyone = ['visitor', 'student', 'store'] as const
/** Visitors see the students' frame. */
const inStudentFrame = ['visitor', 'student'] as const
const signedIn = ['student', 'store'] as const
const students = ['student'] as const
const stores = ['store'] as const

const uploadPage = 'posts/selling/upload-page.tsx'
const myPostsPage = 'posts/selling/my-posts-page.tsx'
const ordersPage = 'orders/orders-page.tsx'

/**
 * Every route of the site. Routing, access, the page cache, body limits, page protection and the log-in pages read it; nothing else lists
 * routes. It stays on the server: paths.ts has what browsers need of it.
 */
export const siteMap: readonly SitePage[] = [
  {
    path: '/', // the students' home page; a store's profile
    file: 'market/start-page.tsx',
    opens: everyone,
    // The form's own action redirects visitors to log in, and keeps the book's name.
    sends: { request: inStudentFrame, '': stores },
    isCached: true,
    isOwnOf: stores,
    files: { pictures: 1 },
  },
  { path: '/market', file: 'market/market-page.tsx', opens: stores },
  {
    path: logInPaths.student,
    file: 'accounts/student-log-in-page.tsx',
    opens: inStudentFrame,
    sends: { '': inStudentFrame },
    isCached: true,
  },
  {
    path: '/UserSignUp',
    file: 'accounts/student-sign-up-page.tsx',
    opens: inStudentFrame,
    sends: { '': inStudentFrame },
    isCached: true,
  },
  {
    path: logInPaths.store,
    file: 'accounts/store-log-in-page.tsx',
    opens: inStudentFrame,
    sends: { '': inStudentFrame },
    isCached: true,
  },
  {
    path: '/sSignup',
    file: 'accounts/store-sign-up-page.tsx',
    opens: inStudentFrame,
    files: { pictures: 1 },
    sends: { '': inStudentFrame },
    isCached: true,
  },
  { path: '/common-passwords', file: 'accounts/common-passwords.ts', opens: everyone },
  { path: '/logout', file: 'accounts/log-out.ts', opens: everyone, sends: { '': everyone } },
  {
    path: '/ContactUs',
    file: 'contact/contact-us-page.tsx',
    opens: inStudentFrame,
    sends: { '': inStudentFrame },
    isCached: true,
  },
  {
    path: helpPath,
    file: 'contact/help-page.tsx',
    opens: everyone,
    isOwnOf: signedIn,
    sends: { '': signedIn, reply: signedIn },
  },
  {
    path: '/report',
    file: 'reports/report-page.tsx',
    opens: signedIn,
    sends: { '': signedIn },
    purpose: 'report something',
  },
  ...legalPaths.map((path) => ({
    path,
    file: 'legal/legal-page.tsx',
    id: `legal${path.replace('/', '-')}`,
    opens: everyone,
    isCached: true,
    isOwnOf: everyone,
  })),

  {
    path: myPostsPath.student,
    file: myPostsPage,
    id: 'posts-of-student',
    opens: students,
    sends: { edit: students, delete: students },
    isOwnOf: students,
    files: { pictures: 3, pdfs: 2 },
    purpose: 'manage your posts',
  },
  {
    path: '/CreateBooksAndNovels',
    file: uploadPage,
    id: 'upload-of-student',
    opens: students,
    sends: { '': students },
    isOwnOf: students,
    files: { pictures: 3 },
    purpose: 'sell a book or a novel',
  },
  {
    path: ordersPath.student,
    file: ordersPage,
    id: 'orders-of-student',
    opens: students,
    isOwnOf: students,
    sends: { '': students },
    purpose: 'see your orders',
  },
  {
    path: '/CreateCourseAndNotes',
    file: uploadPage,
    id: 'upload-of-notes',
    opens: students,
    sends: { '': students },
    isOwnOf: students,
    files: { pictures: 1, pdfs: 2 },
    purpose: 'share notes or course materials',
  },
  {
    path: myPostsPath.store,
    file: myPostsPage,
    id: 'posts-of-store',
    opens: stores,
    sends: { edit: stores, delete: stores },
    isOwnOf: stores,
    files: { pictures: 3 },
  },
  {
    path: ordersPath.store,
    file: ordersPage,
    id: 'orders-of-store',
    opens: stores,
    isOwnOf: stores,
    sends: { '': stores },
  },
  {
    path: purchasesPath,
    file: 'orders/purchases-page.tsx',
    opens: signedIn,
    isOwnOf: signedIn,
    sends: { '': signedIn },
    purpose: 'see what you bought',
  },
  {
    path: '/purchases/:id/pdfs/:number',
    file: 'orders/buyers-pdf.ts',
    opens: signedIn,
    purpose: 'see what you bought',
  },
  {
    path: '/CreatePost',
    file: uploadPage,
    id: 'upload-of-store',
    opens: stores,
    sends: { '': stores },
    isOwnOf: stores,
    files: { pictures: 3 },
  },

  {
    path: noticesPath,
    file: 'notices/notices-page.tsx',
    opens: signedIn,
    isOwnOf: signedIn,
    sends: { '': signedIn, settings: signedIn },
    purpose: 'see your notices',
  },
  { path: pushPath, file: 'notices/push/change-push.ts', opens: signedIn, sends: { '': signedIn } },
  { path: '/notices/:id', file: 'notices/open-notice.ts', opens: signedIn, purpose: 'see your notices' },
  { path: '/unsubscribe', file: 'notices/mail/unsubscribe-page.tsx', opens: everyone, sends: { '': everyone } },
  {
    path: '/forgot-password',
    file: 'accounts/forgot-password-page.tsx',
    opens: everyone,
    sends: { '': everyone },
    isCached: true,
  },
  { path: '/reset-password', file: 'accounts/reset-password-page.tsx', opens: everyone, sends: { '': everyone } },
  { path: '/confirm-email', file: 'accounts/confirm-email-page.tsx', opens: everyone, sends: { '': everyone } },
  { path: '/account/confirmation', file: 'accounts/send-confirmation.ts', opens: signedIn, sends: { '': signedIn } },
  {
    path: '/account/address',
    file: 'orders/buyer-details-page.tsx',
    opens: signedIn,
    isOwnOf: signedIn,
    sends: { '': signedIn },
    purpose: 'see your address for purchases',
  },
  {
    path: profilePath.student,
    file: 'accounts/student-profile-page.tsx',
    opens: students,
    sends: { '': students },
    isOwnOf: students,
    purpose: 'see your profile',
  },
  {
    path: '/account',
    file: 'privacy/account-page.tsx',
    opens: signedIn,
    sends: { '': signedIn },
    isOwnOf: signedIn,
    purpose: 'see your data',
  },
  {
    path: securityPath,
    file: 'accounts/security-page.tsx',
    opens: signedIn,
    sends: { '': signedIn, end: signedIn },
    isOwnOf: signedIn,
    purpose: 'see where you are logged in',
  },
  { path: '/account/data', file: 'privacy/account-data.ts', opens: signedIn },
  { path: '/account/deleted', file: 'privacy/account-deleted-page.tsx', opens: everyone },
  {
    path: '/search',
    file: 'market/search-page.tsx',
    opens: everyone,
    isCached: true,
  },
  {
    path: '/search/suggestions',
    file: 'posts/search/search-suggestions.ts',
    opens: everyone,
    isCached: true,
  },
  {
    path: '/sellers/:id',
    file: 'market/seller-page.tsx',
    opens: everyone,
    isCached: true,
  },
  {
    path: '/sellers/:id/ratings',
    file: 'market/seller-ratings-page.tsx',
    opens: everyone,
    isCached: true,
  },
  {
    path: savedPath,
    file: 'market/saved-page.tsx',
    opens: signedIn,
    purpose: 'see what you saved',
  },
  {
    path: myRequestsPath,
    file: 'market/my-requests-page.tsx',
    opens: signedIn,
    isOwnOf: signedIn,
    sends: { request: students, search: signedIn },
    purpose: 'see what you asked for',
  },
  { path: '/for-sale', file: 'book-requests/posts-for-sale.ts', opens: students },
  { path: wantedPath, file: 'book-requests/wanted-page.tsx', opens: signedIn, purpose: 'see which books are wanted' },
  { path: wantedCountPath, file: 'book-requests/wanted-count.ts', opens: signedIn },
  {
    path: savedSearchPath,
    file: 'saved-searches/change-saved-search.ts',
    opens: signedIn,
    sends: { '': signedIn },
    purpose: 'be told of new posts',
  },
  { path: '/saved/posts/:id', file: 'saved/change-saved.ts', opens: signedIn, sends: { '': signedIn } },
  { path: '/posts/:id', file: 'market/post-page.tsx', id: 'post-without-slug', opens: everyone, sends: {} },
  {
    path: '/posts/:id/:slug',
    file: 'market/post-page.tsx',
    opens: everyone,
    isCached: true,
  },
  { path: buyPattern, file: 'orders/buy-page.tsx', opens: signedIn, sends: { '': signedIn } },
  { path: commentsPattern, file: 'comments/comments-page.tsx', opens: signedIn, sends: { '': signedIn } },
  {
    path: previewPattern,
    file: 'posts/preview/preview-page.tsx',
    opens: everyone,
    isCached: true,
  },
  { path: '/posts/:id/pdfs/:number', file: 'posts/selling/own-pdf.ts', opens: students },
  { path: '/posts/:id/preview/:number', file: 'posts/preview/preview-pdf.ts', opens: everyone },
  { path: '/*', file: 'layout/not-found-page.tsx', opens: everyone },
]
