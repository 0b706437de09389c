import { useRouteLoaderData } from 'react-router'

import type { Role } from '#app/access/role-rules.ts'

import type { Viewer } from '#app/access/viewer.ts'

/** The signed-in account, from the root loader. */
export function useViewer() {
  return useRouteLoaderData<() => { viewer: Viewer | null }>('root')?.viewer ?? null
}

export const useRole = (): Role => useViewer()?.kind ?? 'visitor'
