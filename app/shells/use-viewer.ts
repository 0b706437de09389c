import { useRouteLoaderData } from 'react-router'

import type { Site } from './site.server.ts'

/** Who is signed in, as the page's frame knows it. */
export function useViewer() {
  return useRouteLoaderData<() => Site>('root')?.viewer ?? null
}
