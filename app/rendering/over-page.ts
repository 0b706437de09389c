import { useLayoutEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/**
 * A page that stands as a dialog over another. The address is its own, so that a reload or a shared link shows it as a
 * page; React Router stays at the page below, and Back closes the dialog.
 */
export interface OverPage {
  path: string
  /** What the page below knows of it, shown until its own data has arrived. Kept in the history: it can be cloned. */
  given: unknown
}

/** What the dialog of such a page gets. */
export interface OverDialogProps {
  /** With the query. */
  path: string
  /** The id in the path. */
  id: string
  given: unknown
  onClose: () => void
}

interface HistoryEntry {
  /** React Router's key of the page below. */
  key?: string
  over?: OverPage
}

let current: OverPage | null = null
/** React Router's key of the page that it shows; null before hydration. */
let shownKey: string | null = null
const listeners = new Set<() => void>()

function show(over: OverPage | null) {
  current = over
  for (const tell of listeners) tell()
}

/** Without hydration there are none: then buttons and links lead to the page itself. */
export function openOver(path: string, given: unknown = null) {
  const over = { path, given }
  window.history.pushState({ ...window.history.state, over }, '', path)
  show(over)
}

/** Another part of the page that stands over, such as a tab of it. Back still closes it. */
export function turnOver(path: string) {
  const over = { path, given: current?.given ?? null }
  window.history.replaceState({ ...window.history.state, over }, '', path)
  show(over)
}

export const closeOver = () => window.history.back()

/**
 * Whether a dialog opens or closes is no navigation: React Router, which listens after this, does not hear of it. To be
 * called before hydration.
 */
export const listenForBack = () => window.addEventListener('popstate', onPop)

function onPop(event: PopStateEvent) {
  const entry = event.state as HistoryEntry | null
  const isOfShownPage = (entry?.key ?? 'default') === shownKey
  const over = isOfShownPage ? (entry?.over ?? null) : null
  if (isOfShownPage && (over || current)) event.stopImmediatePropagation()
  show(over)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The page that stands over the one that React Router shows. */
export function useOverPage() {
  const { key } = useLocation()
  useLayoutEffect(() => {
    const isOther = shownKey !== null && shownKey !== key
    shownKey = key
    // A link in the dialog led away; or the page was on its way when the dialog was opened.
    if (isOther) show((window.history.state as HistoryEntry | null)?.over ?? null)
  }, [key])
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
}
