import { index, route, type RouteConfig } from '@react-router/dev/routes'

/** The site map. */
export default [
  index('shells/home-page.tsx'),
  // The design system on one page, for those who develop it: no part of what is built for people.
  ...(process.env.NODE_ENV === 'production' ? [] : [route('gallery', 'ui/gallery-page.tsx')]),
] satisfies RouteConfig
