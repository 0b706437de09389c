import type { Role } from './role-rules.ts'

/** What a page shows: all posts of a kind with their sellers' names, the comments on a post, a seller's profile. */
type PageTopic = `list:${string}` | `post:${string}` | `seller:${string}`

/** All that is posted. */
export const anyPost = ['list:book', 'list:novel', 'list:note', 'list:course'] as const
const nothing = () => []

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
  /** Roles that may submit each of its forms: `''` is the page's own, others have a query parameter, such as `?buy=…`. */
  sends?: Readonly<Record<string, readonly Role[]>>
  /**
   * The same for all visitors: the server caches it (server/http/page-cache.ts) until one of these topics changes, which
   * triggers note in `page_changes`.
   */
  changesWith?: (params: Readonly<Record<string, string>>) => readonly PageTopic[]
  /** Roles to which it shows nothing that others published: PAGE_PROTECTION=content does not protect it. */
  isOwnOf?: readonly Role[]
  /** How many files its form contains without JavaScript: they determine the body limit. */
  files?: { pictures?: number; pdfs?: number }
  /** Its label in the navigation of each role. */
  link?: Partial<Record<Role, string>>
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

/** The legal pages with their labels in the footer. Their texts are in docs/legal/. */
const legalPages = { '/terms': 'Terms', '/privacy': 'Privacy', '/grievances': 'Grievances', '/returns': 'Returns' }
export type LegalPath = keyof typeof legalPages
export const legalPaths = Object.keys(legalPages) as LegalPath[]

/** The page of an account's own posts. */
export const myPostsPath = { student: '/AlterBooksAndNovels', store: '/AlterPosts' } as const

/** The page of the orders that an account received. */
export const ordersPath = { student: '/userOrders', store: '/orderlist' } as const

/** The page of the orders that an account placed. */
export const purchasesPath = '/purchases'

/** The page of an account's own profile. */
export const profilePath = { student: '/profile', store: '/' } as const

/** The log-in page of each kind of account. */
export const logInPaths = { student: '/login', store: '/slogin' } as const

/** The page of what an account asked for, and of its saved searches. */
export const myRequestsPath = '/my-requests'

/** The page of books that others ask for. */
export const wantedPath = '/wanted'

/** How many people look for a book that is about to be posted. */
export const wantedCountPath = '/wanted/count'

/** Where the search page says which searches people are told of. */
export const savedSearchPath = '/saved-searches'

export const noticesPath = '/notices'

/** What people asked the team, and its answers. */
export const helpPath = '/help'

/** Where a browser says that it takes push, or no longer does. */
export const pushPath = '/notices/push'

/** The page where people change their password and see where they are logged in. */
export const securityPath = '/account/security'

/** The page with the lists of posts. */
export const listsPath: Readonly<Record<Role, string>> = { visitor: '/', student: '/', store: '/market' }

/**
 * Every route of the site. Routing, access, the page cache, body limits, page protection, navigation and the log-in pages
 * read it; nothing else lists routes.
 */
export const siteMap: readonly SitePage[] = [
  {
    path: '/', // the students' home page; a store's profile
    file: 'market/start-page.tsx',
    opens: everyone,
    // The form's own action redirects visitors to log in, and keeps the book's name.
    sends: { buy: students, comment: students, request: inStudentFrame, '': stores },
    changesWith: () => anyPost,
    isOwnOf: stores,
    files: { pictures: 1 },
    link: { visitor: 'Home', student: 'Home', store: 'My Profile' },
  },
  {
    ...{ path: '/market', file: 'market/market-page.tsx', opens: stores, sends: { buy: stores, comment: stores } },
    link: { store: 'Marketplace' },
  },
  {
    ...{ path: logInPaths.student, file: 'accounts/student-log-in-page.tsx', opens: inStudentFrame },
    ...{ sends: { '': inStudentFrame }, changesWith: nothing, link: { visitor: 'Student Login' } },
  },
  {
    ...{ path: '/UserSignUp', file: 'accounts/student-sign-up-page.tsx', opens: inStudentFrame },
    ...{ sends: { '': inStudentFrame }, changesWith: nothing, link: { visitor: 'Student Sign Up' } },
  },
  {
    ...{ path: logInPaths.store, file: 'accounts/store-log-in-page.tsx', opens: inStudentFrame },
    ...{ sends: { '': inStudentFrame }, changesWith: nothing, link: { visitor: 'Book Store Login' } },
  },
  {
    ...{ path: '/sSignup', file: 'accounts/store-sign-up-page.tsx', opens: inStudentFrame, files: { pictures: 1 } },
    ...{ sends: { '': inStudentFrame }, changesWith: nothing, link: { visitor: 'Book Store SignUp' } },
  },
  { path: '/common-passwords', file: 'accounts/common-passwords.ts', opens: everyone },
  { path: '/logout', file: 'accounts/log-out.ts', opens: everyone, sends: { '': everyone } },
  {
    ...{ path: '/ContactUs', file: 'contact/contact-us-page.tsx', opens: inStudentFrame },
    sends: { '': inStudentFrame },
    changesWith: nothing,
    link: { visitor: 'Contact Us', student: 'Contact Us' },
  },
  {
    ...{ path: helpPath, file: 'contact/help-page.tsx', opens: everyone, isOwnOf: signedIn },
    ...{ sends: { '': signedIn, reply: signedIn }, link: { visitor: 'Help', student: 'Help', store: 'Help' } },
  },
  {
    ...{ path: '/report', file: 'reports/report-page.tsx', opens: signedIn },
    ...{ sends: { '': signedIn }, purpose: 'report something' },
  },
  ...Object.entries(legalPages).map(([path, label]) => ({
    ...{ path, file: 'legal/legal-page.tsx', id: `legal${path.replace('/', '-')}`, opens: everyone },
    ...{ changesWith: nothing, isOwnOf: everyone, link: { visitor: label, student: label, store: label } },
  })),

  {
    ...{ path: myPostsPath.student, file: myPostsPage, id: 'posts-of-student', opens: students },
    ...{ sends: { edit: students, delete: students }, isOwnOf: students, files: { pictures: 3, pdfs: 2 } },
    ...{ link: { student: 'My Posts' }, purpose: 'manage your posts' },
  },
  {
    ...{ path: '/CreateBooksAndNovels', file: uploadPage, id: 'upload-of-student', opens: students },
    ...{ sends: { '': students }, isOwnOf: students, files: { pictures: 3 } },
    ...{ link: { student: 'Books/ Novels' }, purpose: 'sell a book or a novel' },
  },
  {
    ...{ path: ordersPath.student, file: ordersPage, id: 'orders-of-student', opens: students, isOwnOf: students },
    sends: { '': students },
    ...{ link: { student: 'Orders' }, purpose: 'see your orders' },
  },
  {
    ...{ path: '/CreateCourseAndNotes', file: uploadPage, id: 'upload-of-notes', opens: students },
    ...{ sends: { '': students }, isOwnOf: students, files: { pictures: 1, pdfs: 2 } },
    ...{ link: { student: 'Course/ Notes' }, purpose: 'share notes or course materials' },
  },
  {
    ...{ path: myPostsPath.store, file: myPostsPage, id: 'posts-of-store', opens: stores },
    ...{ sends: { edit: stores, delete: stores }, isOwnOf: stores, files: { pictures: 3 } },
    link: { store: 'My Posts' },
  },
  {
    ...{ path: ordersPath.store, file: ordersPage, id: 'orders-of-store', opens: stores, isOwnOf: stores },
    ...{ sends: { '': stores }, link: { store: 'Order List' } },
  },
  {
    ...{ path: purchasesPath, file: 'orders/purchases-page.tsx', opens: signedIn, isOwnOf: signedIn },
    ...{ sends: { '': signedIn }, link: { student: 'My Purchases', store: 'My Purchases' } },
    purpose: 'see what you bought',
  },
  {
    path: '/purchases/:id/pdfs/:number',
    file: 'orders/buyers-pdf.ts',
    opens: signedIn,
    purpose: 'see what you bought',
  },
  {
    ...{ path: '/CreatePost', file: uploadPage, id: 'upload-of-store', opens: stores, sends: { '': stores } },
    ...{ isOwnOf: stores, files: { pictures: 3 }, link: { store: 'Upload Books/Novels' } },
  },

  {
    ...{ path: noticesPath, file: 'notices/notices-page.tsx', opens: signedIn, isOwnOf: signedIn },
    ...{ sends: { '': signedIn, settings: signedIn }, purpose: 'see your notices' },
  },
  { path: pushPath, file: 'notices/push/change-push.ts', opens: signedIn, sends: { '': signedIn } },
  { path: '/notices/:id', file: 'notices/open-notice.ts', opens: signedIn, purpose: 'see your notices' },
  {
    ...{ path: '/unsubscribe', file: 'notices/mail/unsubscribe-page.tsx', opens: everyone },
    sends: { '': everyone },
  },
  {
    ...{ path: '/forgot-password', file: 'accounts/forgot-password-page.tsx', opens: everyone },
    ...{ sends: { '': everyone }, changesWith: nothing },
  },
  { path: '/reset-password', file: 'accounts/reset-password-page.tsx', opens: everyone, sends: { '': everyone } },
  { path: '/confirm-email', file: 'accounts/confirm-email-page.tsx', opens: everyone, sends: { '': everyone } },
  { path: '/account/confirmation', file: 'accounts/send-confirmation.ts', opens: signedIn, sends: { '': signedIn } },
  {
    ...{ path: '/account/address', file: 'orders/buyer-details-page.tsx', opens: signedIn, isOwnOf: signedIn },
    ...{ sends: { '': signedIn }, purpose: 'see your address for purchases' },
  },
  {
    ...{ path: profilePath.student, file: 'accounts/student-profile-page.tsx', opens: students },
    sends: { '': students },
    ...{ isOwnOf: students, link: { student: 'My Profile' }, purpose: 'see your profile' },
  },
  {
    ...{ path: '/account', file: 'privacy/account-page.tsx', opens: signedIn, sends: { '': signedIn } },
    ...{ isOwnOf: signedIn, link: { student: 'Your data' }, purpose: 'see your data' },
  },
  {
    ...{ path: securityPath, file: 'accounts/security-page.tsx', opens: signedIn },
    ...{ sends: { '': signedIn, end: signedIn }, isOwnOf: signedIn, purpose: 'see where you are logged in' },
  },
  { path: '/account/data', file: 'privacy/account-data.ts', opens: signedIn },
  { path: '/account/deleted', file: 'privacy/account-deleted-page.tsx', opens: everyone },
  { path: '/buyer-details', file: 'orders/buyer-details.ts', opens: signedIn },
  {
    ...{ path: '/search', file: 'market/search-page.tsx', opens: everyone },
    ...{ sends: { buy: signedIn, comment: signedIn }, changesWith: () => anyPost },
  },
  {
    ...{ path: '/search/suggestions', file: 'posts/search/search-suggestions.ts', opens: everyone },
    changesWith: () => anyPost,
  },
  {
    ...{ path: '/sellers/:id', file: 'market/seller-page.tsx', opens: everyone },
    sends: { buy: signedIn, comment: signedIn },
    changesWith: () => anyPost, // its loader adds `seller:<id>` and `rating:<id>`
  },
  {
    ...{ path: '/sellers/:id/ratings', file: 'market/seller-ratings-page.tsx', opens: everyone },
    changesWith: nothing, // as above
  },
  {
    ...{ path: '/saved', file: 'market/saved-page.tsx', opens: signedIn, sends: { buy: signedIn, comment: signedIn } },
    ...{ link: { student: 'Saved', store: 'Saved' }, purpose: 'see what you saved' },
  },
  {
    ...{ path: myRequestsPath, file: 'market/my-requests-page.tsx', opens: signedIn, isOwnOf: signedIn },
    ...{ sends: { request: students, search: signedIn }, link: { student: 'My Requests' } },
    purpose: 'see what you asked for',
  },
  { path: '/for-sale', file: 'book-requests/posts-for-sale.ts', opens: students },
  {
    ...{ path: wantedPath, file: 'book-requests/wanted-page.tsx', opens: signedIn },
    purpose: 'see which books are wanted',
  },
  { path: wantedCountPath, file: 'book-requests/wanted-count.ts', opens: signedIn },
  {
    ...{ path: savedSearchPath, file: 'saved-searches/change-saved-search.ts', opens: signedIn },
    ...{ sends: { '': signedIn }, purpose: 'be told of new posts' },
  },
  { path: '/saved/posts/:id', file: 'saved/change-saved.ts', opens: signedIn, sends: { '': signedIn } },
  { path: '/posts/:id', file: 'market/post-page.tsx', id: 'post-without-slug', opens: everyone, sends: {} },
  {
    ...{ path: '/posts/:id/:slug', file: 'market/post-page.tsx', opens: everyone },
    sends: { buy: signedIn, comment: signedIn, ask: signedIn },
    changesWith: ({ id }) => [...anyPost, `post:${id}`],
  },
  { path: '/posts/:id/comments', file: 'comments/comments-of-post.ts', opens: signedIn, sends: { '': signedIn } },
  { path: '/posts/:id/pdfs/:number', file: 'posts/selling/own-pdf.ts', opens: students },
  { path: '/posts/:id/preview/:number', file: 'posts/preview/preview-pdf.ts', opens: everyone },
  { path: '/*', file: 'layout/not-found-page.tsx', opens: everyone },
]

/** Navigation links to these paths, with the labels for the role. */
export const linksFor = (role: Role, paths: readonly string[]) =>
  paths.map((path) => ({ to: path, label: siteMap.find((page) => page.path === path)!.link![role]! }))
