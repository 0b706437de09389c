import { useRouteLoaderData } from 'react-router'

import type { loader } from '../root.tsx'

/** What every page knows: who is signed in, and the site's own name and contacts. */
export function useSite() {
  return useRouteLoaderData<typeof loader>('root')
}
