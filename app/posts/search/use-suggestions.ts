import { useEffect, useState } from 'react'

const everyMs = 150

/** Suggestions for a text, at most one request in 150 ms. Without an answer, as without a connection, there are none. */
export function useSuggestions(text: string) {
  const [suggestions, setSuggestions] = useState<string[]>([])
  useEffect(() => {
    const request = new AbortController()
    const timer = setTimeout(() => {
      if (text.trim().length < 2) return setSuggestions([])
      fetch(`/search/suggestions?${new URLSearchParams({ q: text })}`, { signal: request.signal })
        .then((response) => (response.ok ? (response.json() as Promise<string[]>) : []))
        .then(setSuggestions)
        .catch(() => {})
    }, everyMs)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [text])
  return suggestions
}
