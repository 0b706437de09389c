import { type FocusEvent, useRef, useState } from 'react'

import { type ForSale, forSalePath } from './for-sale.ts'

interface Found {
  bookName: string
  posts: ForSale[]
}

/** Looks up what is for sale when the field of the book's name is left. Without an answer the form is sent as it is. */
export function useForSale(answered: Found | undefined) {
  const [found, setFound] = useState<Found>()
  const request = useRef<AbortController>(null)

  function onBlur({ currentTarget: field }: FocusEvent<HTMLInputElement>) {
    const bookName = field.value.trim()
    if (bookName.length < 2 || bookName === found?.bookName) return
    request.current?.abort()
    request.current = new AbortController()
    const of = (name: string) => (field.form!.elements.namedItem(name) as HTMLInputElement).value
    const query = new URLSearchParams({ bookName, className: of('className'), stream: of('stream') })
    fetch(`${forSalePath}?${query}`, { signal: request.current.signal })
      .then((response) => (response.ok ? (response.json() as Promise<ForSale[]>) : []))
      .then((posts) => setFound({ bookName, posts }))
      .catch(() => {})
  }

  return { ...(found ?? answered ?? { bookName: '', posts: [] }), onBlur }
}
