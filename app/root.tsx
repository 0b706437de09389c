import type { ReactNode } from 'react'
import { data, Links, type LinksFunction, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'

import type { Route } from './+types/root'
import { loadViewer } from './accounts/load-viewer.server.ts'
import { viewerContext } from './accounts/viewer.ts'
import { configContext, isAwayContext } from './platform/context.ts'
import { ErrorPage } from './shells/error-page.tsx'
import { useSite } from './shells/site.ts'
import { StudentShell } from './shells/student-shell.tsx'
import headingFont from './ui/literata-600.woff2?url'
import stylesheet from './app.css?url'

export const links: LinksFunction = () => [
  { rel: 'preload', href: headingFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export const middleware: Route.MiddlewareFunction[] = [
  ({ context }) => {
    if (context.get(isAwayContext)) throw data(null, 503)
  },
  loadViewer,
]

export function loader({ context }: Route.LoaderArgs) {
  const { siteName, supportPhone, supportEmail, socialLinks } = context.get(configContext)
  return { viewer: context.get(viewerContext), contacts: { siteName, supportPhone, supportEmail, socialLinks } }
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#12161c" />
        <Meta />
        {/* Style sheets and preloads of our own origin need no nonce; browsers hide it, which would not match. */}
        <Links nonce="" />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <ErrorPage error={error} />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const site = useSite() // unset where loading it is what failed
  return (
    <StudentShell viewer={site?.viewer ?? null} contacts={site?.contacts ?? null}>
      {children}
    </StudentShell>
  )
}
