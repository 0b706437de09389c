import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface FilterLinksProps {
  /** What is chosen, for screen readers. */
  label: string
  links: { to: string; name: string; isCurrent: boolean; count?: ReactNode }[]
  className?: string
}

/** What a list of the team shows: one link for each choice. On a phone they scroll sideways. */
export const FilterLinks = ({ label, links, className = '' }: FilterLinksProps) => (
  <nav aria-label={label} className={`flex gap-2 overflow-x-auto [scrollbar-width:none] ${className}`}>
    {links.map(({ to, name, isCurrent, count }) => (
      <Link
        key={name}
        to={to}
        aria-current={isCurrent ? 'true' : undefined}
        className="flex min-h-11 flex-none items-center gap-2 rounded-md border border-rule bg-paper px-3 font-medium no-underline aria-[current]:border-ink aria-[current]:inset-ring aria-[current]:inset-ring-ink forced-colors:aria-[current]:bg-[Highlight] forced-colors:aria-[current]:text-[HighlightText]"
      >
        {name}
        {count !== undefined && <span className="font-normal text-ink-soft tabular-nums">{count}</span>}
      </Link>
    ))}
  </nav>
)
