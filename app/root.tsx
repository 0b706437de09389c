import { type ReactNode, useContext, useEffect } from 'react'
import {
  data,
  Links,
  type LinksFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRouteLoaderData,
} from 'react-router'

import type { Route } from './+types/root'
import { checkAccess } from './access.server.ts'
import { loadViewer } from './accounts/load-viewer.server.ts'
import { isAwayContext } from './platform/context.ts'
import { SiteNameContext } from './platform/page-title.tsx'
import { takeOver } from './platform/stay-offline.ts'
import { ErrorPage } from './shells/error-page.tsx'
import { ErrorSiteContext } from './shells/error-site.ts'
import { storeSide } from './shells/load-store-side.ts'
import { protectionOf } from './shells/own-pages.ts'
import { type Site, siteOf } from './shells/site.server.ts'
import { StudentShell } from './shells/student-shell.tsx'
import { useSessionMirror } from './shells/session-mirror.ts'
import { usePageFocus } from './shells/use-page-focus.ts'
import firstScript from './entry.first.ts?worker&url' // oxlint-disable-line import/default -- Vite's: a file of its own, and its address
import headingFont from './ui/literata-600.woff2?url'
import stylesheet from './app.css?url'

export const links: LinksFunction = () => [
  { rel: 'preload', href: headingFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export const middleware: Route.MiddlewareFunction[] = [
  ({ context }) => {
    if (context.get(isAwayContext)) throw data(null, 503)
  },
  loadViewer,
  checkAccess,
]

export const loader = ({ context }: Route.LoaderArgs) => siteOf(context)

/**
 * Who is signed in changes by what is sent, or has changed where one is asked to log in: no other page waits for it. Who
 * has just logged in reads so on the page of visitors; a full load of the next one follows.
 */
export function shouldRevalidate({
  actionResult,
  formMethod,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isLogIn = typeof actionResult === 'object' && actionResult !== null && 'goTo' in actionResult
  const mayHaveChanged = formMethod === 'POST' || nextUrl.pathname === '/login'
  return mayHaveChanged && !isLogIn && defaultShouldRevalidate
}

export function Layout({ children }: { children: ReactNode }) {
  const site = useRouteLoaderData<typeof loader>('root')
  const routeId = useMatches().at(-1)?.id
  return (
    <html lang="en" data-protected={site && protectionOf(site, routeId)} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#12161c" />
        {/* Style sheets and preloads of our own origin need no nonce; browsers hide it, which would not match. */}
        <Links nonce="" />
        {/* With a precedence React puts it before what is only preloaded: the first paint waits for it alone. */}
        <link rel="stylesheet" href={stylesheet} precedence="default" />
        <script type="module" src={firstScript} />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App({ loaderData: site }: Route.ComponentProps) {
  useSessionMirror(site.viewer)
  usePageFocus()
  useEffect(takeOver, [])
  return (
    <Frame site={site}>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const loaded = useRouteLoaderData<typeof loader>('root')
  const errorSite = useContext(ErrorSiteContext)
  return (
    <Frame site={loaded ?? errorSite}>
      <ErrorPage error={error} />
    </Frame>
  )
}

function Frame({ site, children }: { site: Site | null; children: ReactNode }) {
  const contacts = site?.contacts ?? null
  const page = <SiteNameContext value={contacts?.siteName ?? ''}>{children}</SiteNameContext>
  if (site?.viewer?.kind === 'store' && storeSide.loaded) {
    const { StoreShell } = storeSide.loaded
    return (
      <StoreShell storeName={site.viewer.name} contacts={contacts}>
        {page}
      </StoreShell>
    )
  }
  return (
    <StudentShell viewer={site?.viewer ?? null} contacts={contacts}>
      {page}
    </StudentShell>
  )
}
