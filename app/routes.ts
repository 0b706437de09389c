import { index, route, type RouteConfig } from '@react-router/dev/routes'

/** The site map. */
export default [
  index('shells/home-page.tsx'),
  route('login', 'accounts/student-log-in-page.tsx'),
  route('slogin', 'accounts/store-log-in-page.tsx'),
  route('logout', 'accounts/log-out.ts'),
  route('ContactUs', 'contact/contact-page.tsx'),
  // The design system on one page, for those who develop it: no part of what is built for people.
  ...(process.env.NODE_ENV === 'production' ? [] : [route('gallery', 'ui/gallery-page.tsx')]),
  route('*', 'shells/not-found-page.tsx'),
] satisfies RouteConfig
