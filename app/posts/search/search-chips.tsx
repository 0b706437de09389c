import { Link } from 'react-router'

import { Icon } from '#app/ui/icon.tsx'

import { choiceLabel, facetNames, type Search, searchPath, withChoice, withoutFilters } from './search-filters.ts'

interface Chip {
  label: string
  /** The search without it. */
  without: Search
}

function chipsOf(search: Search): Chip[] {
  const chips = facetNames.flatMap((facet) =>
    search.chosen[facet].map((value) => ({
      label: choiceLabel(facet, value),
      without: withChoice(search, facet, value, false),
    })),
  )
  const { from, to } = search
  if (search.isNear && search.chosen.district.length > 0) {
    chips.push({ label: 'And districts beside', without: { ...search, isNear: false } })
  }
  if (from !== null || to !== null) {
    const label = from === null ? `To ₹${to}` : to === null ? `From ₹${from}` : `₹${from} to ₹${to}`
    chips.push({ label, without: { ...search, from: null, to: null } })
  }
  return chips
}

/** The filters that are set, each a link to the search without it. On phones they are one line, which scrolls. */
export function SearchChips({ search }: { search: Search }) {
  const chips = chipsOf(search)
  if (chips.length === 0) return null
  return (
    <ul
      aria-label="Filters that are set"
      className="relative -mx-4 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0"
    >
      {chips.map(({ label, without }) => (
        <li key={label} className="flex-none">
          <Link
            to={searchPath(without)}
            preventScrollReset
            aria-label={`${label}, remove`}
            className="inline-flex min-h-11 items-center gap-2 rounded-md border border-edge px-3 text-sm font-medium no-underline"
          >
            <span className="max-w-60 truncate">{label}</span>
            <Icon name="close" className="size-4" />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li className="flex-none">
          <Link to={searchPath(withoutFilters(search))} preventScrollReset className="button">
            Clear all
          </Link>
        </li>
      )}
    </ul>
  )
}
