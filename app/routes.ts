import { index, route, type RouteConfig } from '@react-router/dev/routes'

import { siteMap } from './access/site-map.ts'

export default [
  ...siteMap.map(({ path, file, id }) => (path === '/' ? index(file) : route(path.slice(1), file, id ? { id } : {}))),
  // Shows the design system during development; not part of the production build.
  ...(process.env.NODE_ENV === 'production' ? [] : [route('gallery', 'ui/gallery-page.tsx')]),
] satisfies RouteConfig
