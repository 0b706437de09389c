import { index, route, type RouteConfig } from '@react-router/dev/routes'

/** The site map. Who may use each route stands in access.server.ts. */
export default [
  index('shells/start-page.tsx'),
  route('login', 'accounts/student-log-in-page.tsx'),
  route('slogin', 'accounts/store-log-in-page.tsx'),
  route('UserSignUp', 'accounts/student-sign-up-page.tsx'),
  route('sSignup', 'accounts/store-sign-up-page.tsx'),
  route('logout', 'accounts/log-out.ts'),
  route('account', 'accounts/account-page.tsx'),
  route('account/data', 'accounts/account-data.ts'),
  route('account/deleted', 'accounts/account-deleted-page.tsx'),
  route('ContactUs', 'shells/contact-us-page.tsx'),

  route('CreateBooksAndNovels', 'posts/upload-page.tsx', { id: 'upload-of-student' }),
  route('CreateCourseAndNotes', 'posts/upload-page.tsx', { id: 'upload-of-notes' }),
  route('CreatePost', 'posts/upload-page.tsx', { id: 'upload-of-store' }),

  route('AlterBooksAndNovels', 'posts/my-posts-page.tsx', { id: 'posts-of-student' }),
  route('AlterPosts', 'posts/my-posts-page.tsx', { id: 'posts-of-store' }),
  route('posts/:id/pdfs/:number', 'posts/own-pdf.ts'),
  route('posts/:id/comments', 'comments/comments-of-post.ts'),

  route('market', 'shells/market-page.tsx'),
  route('posts/:id/preview/:number', 'posts/preview-pdf.ts'),

  route('userOrders', 'orders/orders-page.tsx', { id: 'orders-of-student' }),
  route('orderlist', 'orders/orders-page.tsx', { id: 'orders-of-store' }),
  route('buyer-details', 'orders/buyer-details.ts'),

  // The design system on one page, for those who develop it: no part of what is built for people.
  ...(process.env.NODE_ENV === 'production' ? [] : [route('gallery', 'ui/gallery-page.tsx')]),
  route('*', 'shells/not-found-page.tsx'),
] satisfies RouteConfig
