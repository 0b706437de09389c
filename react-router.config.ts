import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // The whole site map is small: with it in the first load, following a link never waits for a second one.
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: false, // our pages are small: their parts in files of their own cost more than they save
} satisfies Config
