// oxlint-disable jsx-a11y/prefer-tag-over-role -- a datalist shows only what the browser thinks similar, in its own look
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

import { searchNameMax } from './search-rules.ts'
import { useSuggestions } from './use-suggestions.ts'

interface SearchBoxProps {
  /** The words of the search that is shown. */
  q: string
  /** Whether nothing is searched for yet. */
  isEmpty: boolean
  isSearching: boolean
  /** Searches for a suggestion. */
  onChoose: (text: string) => void
}

const listId = 'search-suggestions'
const optionId = (n: number) => `${listId}-${n}`

/** The field of the search with suggestions below it: arrow keys choose one, Enter searches, Escape closes them. */
export function SearchBox({ q, isEmpty, isSearching, onChoose }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null) // null: nothing was typed since the last search
  const [active, setActive] = useState(-1)
  const suggestions = useSuggestions(typed ?? '')
  const isOpen = typed !== null && suggestions.length > 0

  const close = () => {
    setTyped(null)
    setActive(-1)
  }

  // Back and Forward change the search, but not the field. Text typed before hydration is kept.
  const shown = useRef(q)
  useEffect(() => {
    if (shown.current === q || !field.current) return
    shown.current = q
    field.current.value = q
  }, [q])

  function choose(text: string) {
    if (field.current) field.current.value = text
    close()
    onChoose(text)
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && active < 0) close() // the form is submitted
    if (!isOpen) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      // From the field to the first or last suggestion, and back to the field after the last or first.
      setActive((now) => ((now + 1 + step + suggestions.length + 1) % (suggestions.length + 1)) - 1)
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault()
      choose(suggestions[active]!)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      close()
    }
  }

  return (
    <div className="flex gap-2">
      <div className="relative min-w-0 grow">
        <label htmlFor="q" className="sr-only">
          Search books, novels, notes and courses
        </label>
        <Icon name="search" className="pointer-events-none absolute top-3.5 left-3 size-5 text-ink-soft" />
        <input
          ref={field}
          id="q"
          name="q"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={searchNameMax}
          defaultValue={q}
          autoFocus={isEmpty} // oxlint-disable-line jsx-a11y/no-autofocus -- who opens an empty search wants to type
          placeholder="Name, author or class"
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && active >= 0 ? optionId(active) : undefined}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setActive(-1)
          }}
          onKeyDown={handleKey}
          onBlur={close}
          className="h-12 w-full rounded-md border border-edge bg-paper pr-3 pl-10 text-base"
        />
        <div
          id={listId}
          role="listbox"
          aria-label="Suggestions"
          hidden={!isOpen}
          className="absolute inset-x-0 top-full z-10 mt-1 rounded-md border border-rule bg-sheet py-1 shadow-menu"
        >
          {isOpen &&
            suggestions.map((text, n) => (
              // The keys are handled by the field, which keeps the focus.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={text}
                id={optionId(n)}
                role="option"
                aria-selected={n === active}
                onPointerDown={(event) => event.preventDefault()} // the field keeps the focus
                onClick={() => choose(text)}
                className="flex min-h-11 cursor-pointer items-center px-3 hover:bg-leaf aria-selected:bg-leaf"
              >
                <span className="truncate">{text}</span>
              </div>
            ))}
        </div>
        <output className="sr-only">
          {isOpen && `${suggestions.length} suggestions. Choose one with the arrow keys.`}
        </output>
      </div>
      <Button type="submit" variant="main">
        {isSearching ? 'Searching...' : 'Search'}
      </Button>
    </div>
  )
}
