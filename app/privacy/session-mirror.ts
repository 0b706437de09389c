import { useEffect } from 'react'

import type { AccountKind } from '#app/access/role-rules.ts'
import type { Viewer } from '#app/access/viewer.ts'
import { dropDraft } from '#app/orders/order-draft.ts'

const keys = ['userId', 'userName', 'UserPhone', 'BookstoreId', 'BookStoreName']

/**
 * Copies the signed-in account to local storage, for scripts that read it there. The copy grants no rights, and
 * every page load corrects it. When a store has logged out, everything in local storage is removed.
 */
export function useSessionMirror(viewer: Viewer | null) {
  useEffect(() => {
    const entries = viewer ? entriesOf[viewer.kind](viewer) : {}
    if (!viewer) dropDraft()
    try {
      if (localStorage.getItem('BookstoreId') !== null && !('BookstoreId' in entries)) localStorage.clear()
      for (const key of keys) {
        const value = entries[key]
        if (value === undefined) localStorage.removeItem(key)
        else localStorage.setItem(key, value)
      }
    } catch {
      // Storage may be disabled; nothing depends on it.
    }
  }, [viewer])
}

const entriesOf: Record<AccountKind, (viewer: Viewer) => Record<string, string>> = {
  student: ({ id, name, phone }) => ({ userId: id, userName: name, UserPhone: phone }),
  store: ({ id, name }) => ({ BookstoreId: id, BookStoreName: name }),
}
