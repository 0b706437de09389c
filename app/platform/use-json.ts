import { useEffect, useState } from 'react'

interface Answer<T> {
  data: T | null
  hasFailed: boolean
}

const none = { data: null, hasFailed: false }

/**
 * Asks for JSON when the component appears. A plain request, not a fetcher of React Router: that would load the script of the
 * route first, and reload the whole page where it does not arrive.
 * @param url Null where nothing is to be asked for.
 * @param read Turns the JSON into values; the same function on every render.
 */
export function useJson<T>(url: string | null, read: (json: unknown) => T) {
  const [answer, setAnswer] = useState<Answer<T>>(none)
  useEffect(() => {
    if (url === null) return undefined
    let isGone = false
    void ask(url, read).then((found) => !isGone && setAnswer(found))
    return () => {
      isGone = true
    }
  }, [url, read])
  return {
    ...answer,
    tryAgain() {
      setAnswer(none)
      if (url !== null) void ask(url, read).then(setAnswer)
    },
  }
}

async function ask<T>(url: string, read: (json: unknown) => T): Promise<Answer<T>> {
  try {
    const response = await fetch(url, { headers: { Accept: 'application/json' } })
    return response.ok ? { data: read(await response.json()), hasFailed: false } : { data: null, hasFailed: true }
  } catch {
    return { data: null, hasFailed: true }
  }
}
