import { useEffect, useState } from 'react'

interface Answer<T> {
  data: T | null
  hasFailed: boolean
}

const pending = { data: null, hasFailed: false }

/**
 * Fetches JSON when the component mounts. Not by a fetcher of React Router, which would first load the route's script,
 * and reload the whole page if that fails.
 * @param url Null: nothing is fetched.
 * @param read Parses the JSON; must be the same function on every render.
 */
export function useJson<T>(url: string | null, read: (json: unknown) => T) {
  const [answer, setAnswer] = useState<Answer<T>>(pending)
  useEffect(() => {
    if (url === null) return undefined
    let isUnmounted = false
    void fetchJson(url, read).then((found) => !isUnmounted && setAnswer(found))
    return () => {
      isUnmounted = true
    }
  }, [url, read])
  return {
    ...answer,
    tryAgain() {
      setAnswer(pending)
      if (url !== null) void fetchJson(url, read).then(setAnswer)
    },
  }
}

export async function fetchJson<T>(url: string, read: (json: unknown) => T): Promise<Answer<T>> {
  try {
    const response = await fetch(url, { headers: { Accept: 'application/json' } })
    return response.ok ? { data: read(await response.json()), hasFailed: false } : { data: null, hasFailed: true }
  } catch {
    return { data: null, hasFailed: true }
  }
}
