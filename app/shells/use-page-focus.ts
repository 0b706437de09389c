import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** A page that script brings begins at its content, for the keyboard and for those who hear it. */
export function usePageFocus() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    const main = document.querySelector('main')
    if (!main || pathname === shown.current) return
    shown.current = pathname
    main.tabIndex = -1
    main.focus({ preventScroll: true })
  }, [pathname])
}
