import { type FocusEvent, type FormEvent, type SyntheticEvent, useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate, useNavigation } from 'react-router'

import { facetNames, readSearch, resultsStep, type Search, searchPath } from './search-filters.ts'

/**
 * The form of the search page, whose filters are outside of it. A choice searches at once, a typed price when its field
 * is left, the words when the form is submitted.
 */
export function useSearchForm(search: Search) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const { location } = useNavigation()
  const shownPath = searchPath({ ...search, shown: resultsStep })

  function submit(event?: SyntheticEvent) {
    event?.preventDefault()
    const path = searchPath(searchOf(form.current!))
    if (path !== shownPath) void navigate(path, { preventScrollReset: true })
  }
  const handlers = {
    onChange: ({ target }: FormEvent) => {
      if (isChoice(target)) submit()
    },
    onBlur: ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement && ['from', 'to'].includes(target.name)) submit()
    },
  }

  // Submits the filters that were changed before hydration. Text typed into the search field is not submitted: the person
  // presses Search.
  const submitEarlyChoices = useEffectEvent(() => {
    const path = searchPath({ ...searchOf(form.current!), q: search.q })
    if (path !== shownPath) void navigate(path, { preventScrollReset: true, replace: true })
  })
  useEffect(() => submitEarlyChoices(), [])

  // Back, chips and links change the search, but not the fields.
  const pathInFields = useRef(shownPath)
  useEffect(() => {
    if (pathInFields.current === shownPath) return
    pathInFields.current = shownPath
    showIn(form.current!, search)
  }, [shownPath, search])

  return { form, isSearching: location?.pathname === '/search', handlers, submit }
}

const searchOf = (form: HTMLFormElement) =>
  readSearch(new URLSearchParams([...new FormData(form)] as [string, string][])) // it has no files

const isChoice = (target: EventTarget) =>
  target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'checkbox')

function showIn(form: HTMLFormElement, { chosen, isNear, from, to, sort }: Search) {
  const texts: Record<string, string> = { from: String(from ?? ''), to: String(to ?? ''), sort }
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      const facet = facetNames.find((name) => name === control.name)
      control.checked = facet ? chosen[facet].includes(control.value) : isNear
    } else if ((control instanceof HTMLInputElement || control instanceof HTMLSelectElement) && control.name in texts) {
      control.value = texts[control.name]!
    }
  }
}
