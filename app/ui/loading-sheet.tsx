import type { ReactNode } from 'react'

/** Placeholder for a dialog whose script is loading. `data-now` starts the page's deferred scripts at once. */
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
