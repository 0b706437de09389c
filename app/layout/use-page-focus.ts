import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Moves the focus to the content after a client-side navigation, for keyboards and screen readers. */
export function usePageFocus() {
  const { pathname } = useLocation()
  const lastPath = useRef(pathname)
  useLayoutEffect(() => {
    const main = document.querySelector('main')
    if (!main || pathname === lastPath.current) return
    lastPath.current = pathname
    if (main.contains(document.activeElement)) return // a field of the page has taken it
    main.tabIndex = -1
    main.focus({ preventScroll: true })
  }, [pathname])
}
