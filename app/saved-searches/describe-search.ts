import {
  choiceLabel,
  chosenOf,
  readSearch,
  resultsStep,
  type Search,
  searchPath,
} from '#app/posts/search/search-filters.ts'

/** The search as it is saved: without order and length of the list. Empty if it asks for nothing. */
export function savedQuery(search: Search) {
  const path = searchPath({ ...search, sort: 'match', isAnywhere: false, shown: resultsStep })
  const isAnything = search.q === '' && chosenOf(search).length === 0
  return isAnything ? '' : path.slice('/search?'.length)
}

export const readSavedQuery = (query: string) => readSearch(new URLSearchParams(query))

/** The search in words: "physics, Note's, HS 2nd Year, up to ₹200". */
export function describeSearch({ q, chosen, isNear, from, to }: Search) {
  const { district, ...others } = chosen
  const choices = Object.entries(others).flatMap(([facet, values]) =>
    values.map((value) => choiceLabel(facet as keyof typeof chosen, value)),
  )
  const places = district.map((one) => (isNear ? `near ${one}` : one))
  const price = [from !== null && `from ₹${from}`, to !== null && `up to ₹${to}`].filter((one) => one !== false)
  return [q, ...choices, ...places, ...price].filter(Boolean).join(', ')
}
