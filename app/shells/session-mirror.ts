import { useEffect } from 'react'

import type { Viewer } from '#app/accounts/account-rules.ts'
import { dropDraft } from '#app/orders/order-draft.ts'

const keys = ['userId', 'userName', 'UserPhone', 'BookstoreId', 'BookStoreName']

/**
 * Local storage says who is signed in, for whatever reads it there. It only mirrors the session and gives nobody any
 * right: every load of a page sets it straight. A store that logged out leaves nothing at all.
 */
export function useSessionMirror(viewer: Viewer | null) {
  useEffect(() => {
    const held = viewer ? entriesOf(viewer) : {}
    if (!viewer) dropDraft()
    try {
      if (localStorage.getItem('BookstoreId') !== null && viewer?.kind !== 'store') localStorage.clear()
      for (const key of keys) {
        const value = held[key]
        if (value === undefined) localStorage.removeItem(key)
        else localStorage.setItem(key, value)
      }
    } catch {
      // Storage may be switched off; nothing depends on it.
    }
  }, [viewer])
}

function entriesOf(viewer: Viewer): Record<string, string> {
  return viewer.kind === 'store'
    ? { BookstoreId: viewer.id, BookStoreName: viewer.name }
    : { userId: viewer.id, userName: viewer.name, UserPhone: viewer.phone }
}
