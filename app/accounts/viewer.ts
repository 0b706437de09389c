import { createContext, data, type RouterContextProvider } from 'react-router'

import type { Viewer } from './account-rules.ts'

/** The signed-in account of the request; null for a visitor. */
export const viewerContext = createContext<Viewer | null>(null)

/** For routes that the site map closes to visitors. */
export function signedInViewer(context: Readonly<RouterContextProvider>) {
  const viewer = context.get(viewerContext)
  if (!viewer) throw data(null, 404)
  return viewer
}
