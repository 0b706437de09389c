import { createContext, data, type RouterContextProvider } from 'react-router'

import type { AccountKind } from './role-rules.ts'

/** The signed-in account. */
export interface Viewer {
  kind: AccountKind
  id: string
  name: string
  phone: string
}

/** The signed-in account of the request; null for a visitor. */
export const viewerContext = createContext<Viewer | null>(null)

/** The id of the session that the request came with; null for a visitor. */
export const sessionIdContext = createContext<string | null>(null)

/** For routes that the site map closes to visitors. */
export function signedInViewer(context: Readonly<RouterContextProvider>) {
  const viewer = context.get(viewerContext)
  if (!viewer) throw data(null, 404)
  return viewer
}
