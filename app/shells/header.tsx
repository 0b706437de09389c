import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { FoldingNav } from '#app/ui/menu.tsx'

interface HeaderProps {
  siteName: string
  /** The mark stands alone. */
  hasNameHidden?: boolean
  /** What stands beside it. */
  beside: ReactNode
  /** The links. */
  children: ReactNode
  className: string
}

export function Header({ siteName, hasNameHidden = false, beside, children, className }: HeaderProps) {
  return (
    <>
      <a href="#content" className="sr-only z-30 bg-ink px-4 py-3 text-paper focus:not-sr-only focus:fixed">
        Skip to the content
      </a>
      <header className={`sticky top-0 z-20 border-b ${className}`}>
        <div className="mx-auto flex min-h-14 w-full max-w-page items-center gap-3 px-4 md:min-h-16 md:px-8">
          <Link
            to="/"
            aria-label={`${siteName}, home`}
            className="flex min-h-11 items-center gap-2 font-display text-xl font-semibold tracking-[-0.02em] whitespace-nowrap no-underline"
          >
            <span aria-hidden="true" className="mark -mt-0.5 text-mark" />
            {!hasNameHidden && siteName}
          </Link>
          {beside}
          <FoldingNav label="Main" className="ml-auto md:-mr-3">
            {children}
          </FoldingNav>
        </div>
      </header>
    </>
  )
}

/** A link of the navigation: a row of the phone's sheet, a word in the desktop's bar. */
export const linkLook = [
  'flex items-center px-3 font-medium no-underline whitespace-nowrap md:min-h-16 md:text-sm',
  'max-md:min-h-12 max-md:border-t max-md:border-rule max-md:first:border-t-0 max-md:aria-[current=page]:text-accent-ink',
].join(' ')

export const groupLook = 'max-md:border-t max-md:border-rule'
