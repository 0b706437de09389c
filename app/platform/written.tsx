import type { ReactNode } from 'react'

import { writePart } from './page-parts.ts'

/**
 * A part without state or hooks, such as the card of a post: the server writes it out by itself, where React would take
 * five times as long. In the browser it is what it holds.
 */
export function Written({ children }: { children: () => ReactNode }) {
  return import.meta.env.SSR && import.meta.env.PROD ? writePart(children()) : children()
}
