import type { ReactNode } from 'react'

/** Stands in for a dialog whose script is on its way, once that takes longer than a moment. */
export function LoadingSheet({ children }: { children?: ReactNode }) {
  return (
    <div
      data-now
      className="fixed inset-4 z-20 m-auto size-fit rounded-md bg-sheet px-4 py-3 shadow-dialog transition-opacity delay-300 starting:opacity-0"
    >
      {children}
      <output className="noscript:hidden">Loading...</output>
    </div>
  )
}
