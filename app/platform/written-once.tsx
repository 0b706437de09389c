import type { ReactNode } from 'react'

export interface WrittenOnceProps {
  /** What it shows. It never changes: what has changed is another. */
  of: object
  /** All that its markup depends on besides. */
  look: string
  children: () => ReactNode
}

/** Inside `Written`, a part that shows one thing in one of a few looks: each is written once while the thing is known. */
export const WrittenOnce = ({ children }: WrittenOnceProps) => children()
