import { createContext, useContext } from 'react'

/** SITE_NAME, provided by root.tsx. */
export const SiteNameContext = createContext('')

export const useSiteName = () => useContext(SiteNameContext)

/** The document title, followed by the site's name. React moves it to the head, so it cannot be inside `Cached`. */
export function PageTitle({ children }: { children: string }) {
  const siteName = useSiteName()
  return <title>{siteName ? `${children} · ${siteName}` : children}</title>
}
