import { type SubmitEvent, useEffect, useRef } from 'react'
import { Form } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { Field, Select } from '#app/ui/field.tsx'

import { type PostSearch, searchNameMax } from './search-rules.ts'
import { streams } from './stream-rules.ts'

interface SearchFormProps {
  /** The path of the list's page. */
  path: string
  tab: string
  search: PostSearch
  isSearching: boolean
}

/** A GET form: results have a URL that can be bookmarked, shared and gone back to. */
export function SearchForm({ path, tab, search, isSearching }: SearchFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { name, stream } = search

  // Back and Forward change the search but not the uncontrolled fields. Text typed before hydration is kept.
  const shown = useRef({ name, stream })
  useEffect(() => {
    if (shown.current.name === name && shown.current.stream === stream) return
    shown.current = { name, stream }
    for (const [field, value] of Object.entries(shown.current)) {
      const control = form.current?.elements.namedItem(field)
      if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = value
    }
  }, [name, stream])

  return (
    <search>
      <Form
        ref={form}
        method="get"
        action={path}
        onSubmit={hideKeyboard}
        className="mb-4 flex flex-wrap items-end gap-3 md:mb-6 md:grid md:grid-cols-[1fr_17.5rem_auto]"
      >
        <input type="hidden" name="tab" value={tab} />
        <Field
          label="Book Name"
          name="name"
          id="search-name"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={searchNameMax}
          defaultValue={name}
          className="max-md:w-full"
        />
        <Select
          label="Stream"
          name="stream"
          id="search-stream"
          empty="All streams"
          options={streams}
          defaultValue={stream}
          className="grow-999 basis-32"
        />
        <Button type="submit" variant="main" className="min-w-33 grow px-3 md:min-w-36">
          {isSearching ? 'Searching...' : 'Search'}
        </Button>
      </Form>
    </search>
  )
}

/** The on-screen keyboard would cover the results. */
function hideKeyboard({ currentTarget }: SubmitEvent<HTMLFormElement>) {
  const focused = document.activeElement
  if (
    matchMedia('(pointer: coarse)').matches &&
    focused instanceof HTMLInputElement &&
    currentTarget.contains(focused)
  ) {
    focused.blur()
  }
}
