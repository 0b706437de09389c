import type { ReactNode } from 'react'

import { keepPart } from './page-parts.ts'

interface KeptProps {
  /** All that the part shows and depends on: where this is the same, so is its markup. Null where hardly anyone sees it. */
  by: readonly unknown[] | null
  children: () => ReactNode
}

/**
 * A part that is the same on many pages: the server renders it once, not once a page. In the browser it is what it holds.
 * Inside it nothing may depend on where it stands or reach beyond it: no `useId`, no picture that React would preload in
 * the page's head, no other `Kept` or `Written`.
 */
export function Kept({ by, children }: KeptProps) {
  return import.meta.env.SSR && import.meta.env.PROD && by ? keepPart(JSON.stringify(by), children) : children()
}
