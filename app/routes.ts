import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

import { siteMap } from './access/site-map.ts'
import { teamMap } from './access/team-map.ts'

const developersPages = [
  route('gallery', 'ui/gallery-page.tsx'),
  route('gallery/mails', 'notices/mail/mail-gallery-page.tsx'),
]

export default [
  ...siteMap.map(({ path, file, id }) => (path === '/' ? index(file) : route(path.slice(1), file, id ? { id } : {}))),
  layout(
    'team/team-layout.tsx',
    teamMap.map(({ path, file, id }) => route(path.slice(1), file, id ? { id } : {})),
  ),
  // Shows the design system during development; not part of the production build.
  ...(process.env.NODE_ENV === 'production' ? [] : developersPages),
] satisfies RouteConfig
