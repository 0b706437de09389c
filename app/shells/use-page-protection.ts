import { useEffect } from 'react'

/** Comes once the page is there and the browser has nothing better to do. */
export function usePageProtection(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return undefined
    let undo = () => {}
    let isGone = false
    const load = async () => {
      const { protectPage } = await import('./page-protection.ts')
      if (!isGone) undo = protectPage()
    }
    const wait = window.requestIdleCallback ?? ((run: () => void) => window.setTimeout(run, 500))
    wait(() => void load().catch(() => {})) // a lost connection leaves the page as it is
    return () => {
      isGone = true
      undo()
    }
  }, [isOn])
}
