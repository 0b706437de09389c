import { createContext, useContext } from 'react'

/** SITE_NAME. The frame around every page (root.tsx) provides it. */
export const SiteNameContext = createContext('')

export const useSiteName = () => useContext(SiteNameContext)

/** The document's title: the page's own, then the site's name. React moves it into the head; it cannot stand in `Kept`. */
export function PageTitle({ children }: { children: string }) {
  const siteName = useSiteName()
  return <title>{siteName ? `${children} · ${siteName}` : children}</title>
}
