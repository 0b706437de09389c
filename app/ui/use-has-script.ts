import { useSyncExternalStore } from 'react'

/** False on the server and until hydration. */
export function useHasScript() {
  return useSyncExternalStore(neverChanges, inBrowser, onServer)
}

const neverChanges = () => () => {}
const inBrowser = () => true
const onServer = () => false
