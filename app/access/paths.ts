import type { Role } from './role-rules.ts'

// What browsers need to know of the site map: apart, so that its rules stay on the server.

/** The legal pages with their labels in the footer. Their texts are in docs/legal/. */
const legalPages = {
  '/terms': 'Terms',
  '/privacy': 'Privacy',
  '/grievances': 'Grievances',
  '/returns': 'Returns',
}
export type LegalPath = keyof typeof legalPages
export const legalPaths = Object.keys(legalPages) as LegalPath[]

/** The page of an account's own posts. */
export const myPostsPath = { student: '/AlterBooksAndNovels', store: '/AlterPosts' } as const

/** The page of the orders that an account received. */
export const ordersPath = { student: '/userOrders', store: '/orderlist' } as const

/** The page of the orders that an account placed. */
export const purchasesPath = '/purchases'

/** The page on which a post is bought: also a dialog over another page. */
export const buyPattern = '/posts/:id/buy'
export const buyPath = (postId: string) => `/posts/${postId}/buy`

/** The page of a post's comments, of which one may be the first: also a dialog over another page. */
export const commentsPattern = '/posts/:id/comments'
export const commentsPath = (postId: string, from: string | null = null) =>
  `/posts/${postId}/comments${from === null ? '' : `?from=${from}`}`

/** The page that shows the first pages of a post's PDFs: also a dialog over another page. */
export const previewPattern = '/posts/:id/preview'
export const previewPath = (postId: string, pdf: 1 | 2 = 1) =>
  `/posts/${postId}/preview${pdf === 1 ? '' : `?pdf=${pdf}`}`

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

/** The page of what an account saved. */
export const savedPath = '/saved'

export const noticesPath = '/notices'

/** What people asked the team, and its answers. */
export const helpPath = '/help'

/** Where a browser says that it takes push, or no longer does. */
export const pushPath = '/notices/push'

/** The page where people change their password and see where they are logged in. */
export const securityPath = '/account/security'

/** The page with the lists of posts. */
export const listsPath: Readonly<Record<Role, string>> = { visitor: '/', student: '/', store: '/market' }

/** The labels of links in the navigation of each role. */
export const linkLabels: Readonly<Record<string, Partial<Record<Role, string>>>> = {
  '/': { visitor: 'Home', student: 'Home', store: 'My Profile' },
  '/market': { store: 'Marketplace' },
  [logInPaths.student]: { visitor: 'Student Login' },
  '/UserSignUp': { visitor: 'Student Sign Up' },
  [logInPaths.store]: { visitor: 'Book Store Login' },
  '/sSignup': { visitor: 'Book Store SignUp' },
  '/ContactUs': { visitor: 'Contact Us', student: 'Contact Us' },
  [helpPath]: { visitor: 'Help', student: 'Help', store: 'Help' },
  [myPostsPath.student]: { student: 'My Posts' },
  '/CreateBooksAndNovels': { student: 'Books/ Novels' },
  [ordersPath.student]: { student: 'Orders' },
  '/CreateCourseAndNotes': { student: 'Course/ Notes' },
  [myPostsPath.store]: { store: 'My Posts' },
  [ordersPath.store]: { store: 'Order List' },
  [purchasesPath]: { student: 'My Purchases', store: 'My Purchases' },
  '/CreatePost': { store: 'Upload Books/Novels' },
  [profilePath.student]: { student: 'My Profile' },
  '/account': { student: 'Your data' },
  [savedPath]: { student: 'Saved', store: 'Saved' },
  [myRequestsPath]: { student: 'My Requests' },
  ...Object.fromEntries(
    Object.entries(legalPages).map(([path, label]) => [path, { visitor: label, student: label, store: label }]),
  ),
}

/** Navigation links to these paths, with the labels for the role. */
export const linksFor = (role: Role, paths: readonly string[]) =>
  paths.map((path) => ({ to: path, label: linkLabels[path]![role]! }))
