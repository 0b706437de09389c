import type { ReactNode } from 'react'

import { writePart } from './page-parts.ts'

/**
 * A part without state or hooks, such as the cards of a list: the server writes it out by itself, in four fifths of React's
 * time. In the browser it is what it holds.
 */
export function Written({ children }: { children: () => ReactNode }) {
  return import.meta.env.SSR && import.meta.env.PROD ? writePart(children()) : children()
}
