import type { ReactNode } from 'react'

/** What was written of a thing, by the look it had. */
export const looks = Symbol('looks')
export type WithLooks = { [looks]?: Record<string, Buffer> }

/** For a thing that will be shown again: what is written of it stays with it. */
export function keepLooks(of: object) {
  ;(of as WithLooks)[looks] = {}
}

export interface WrittenOnceProps {
  /** What it shows. It never changes: what has changed is another. */
  of: object
  /** All that its markup depends on besides. */
  look: string
  children: () => ReactNode
}

/** Inside `Written`, a part that shows one thing in one of a few looks: each is written once, if its looks are kept. */
export const WrittenOnce = ({ children }: WrittenOnceProps) => children()
