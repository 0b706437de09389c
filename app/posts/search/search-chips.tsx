import { Link } from 'react-router'

import { Icon } from '#app/ui/icon.tsx'

import {
  choiceLabel,
  facetNames,
  mayBeNearFirst,
  type Search,
  searchPath,
  withChoice,
  withoutFilters,
} from './search-filters.ts'

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

interface SearchChipsProps {
  search: Search
  /** Where the viewer is, if that is known. */
  district: string | null
}

/** What is near, and the filters that are set, each a link to the search without it. */
export function SearchChips({ search, district }: SearchChipsProps) {
  const chips = chipsOf(search)
  return (
    <>
      {district !== null && mayBeNearFirst(search) && <NearChip search={search} district={district} />}
      {chips.length > 0 && (
        <ul aria-label="Filters that are set" className="flex gap-2 md:flex-wrap">
          {chips.map(({ label, without }) => (
            <li key={label}>
              <Link to={searchPath(without)} preventScrollReset aria-label={`${label}, remove`} className={chipLook}>
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
      )}
    </>
  )
}

const chipLook =
  'inline-flex min-h-11 items-center gap-2 rounded-md border border-edge px-3 text-sm font-medium no-underline'

/** Leaves nothing out: of equally good matches, what is near comes first. */
function NearChip({ search, district }: { search: Search; district: string }) {
  const { isAnywhere } = search
  const label = `${district} and nearby first`
  return (
    <Link
      to={searchPath({ ...search, isAnywhere: !isAnywhere })}
      preventScrollReset
      aria-label={isAnywhere ? undefined : `${label}, switch off`}
      className={`${chipLook} ${isAnywhere ? 'text-ink-soft' : 'bg-leaf'}`}
    >
      {isAnywhere ? `Show ${label}` : label}
      {!isAnywhere && <Icon name="close" className="size-4" />}
    </Link>
  )
}
