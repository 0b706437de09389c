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
import { may } from './access/role-rules.ts'
import { noticesPath } from './access/paths.ts'
import { nothingWaits } from './access/waiting.ts'
import { loadViewer } from './accounts/load-viewer.server.ts'
import stylesheet from './app.css?url'
import firstScript from './entry.first.ts?worker&url' // oxlint-disable-line import/default -- the URL of a separate bundle, by Vite
import { setPictureHome } from './files/pictures/picture-url.ts'
import { ErrorPage } from './layout/error-page.tsx'
import { ErrorSiteContext } from './layout/error-site.ts'
import { type Site, siteWithCounts } from './layout/site.server.ts'
import { StudentFrame } from './layout/student-frame.tsx'
import { usePageFocus } from './layout/use-page-focus.ts'
import { OverPages } from './over-pages.tsx'
import { configContext, isDatabaseDownContext } from './platform/context.ts'
import { useSessionMirror } from './privacy/session-mirror.ts'
import { usePageLinks } from './rendering/page-link.tsx'
import { lazyPart } from './rendering/lazy-part.tsx'
import { PublicUrlContext } from './rendering/page-head.tsx'
import { SiteNameContext } from './rendering/page-title.tsx'
import { loadTeamMember } from './team/load-team-member.server.ts'
import { markHydrated } from './ui/hydrated.ts'
import headingFont from './ui/literata-600.woff2?url'

const StoreFrame = lazyPart(async () => (await import('./layout/store-frame.tsx')).StoreFrame)

export const links: LinksFunction = () => [
  { rel: 'preload', href: headingFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export const middleware: Route.MiddlewareFunction[] = [
  ({ context }) => {
    setPictureHome(context.get(configContext).filesPublicUrl)
    if (context.get(isDatabaseDownContext)) throw data(null, 503)
  },
  loadViewer,
  loadTeamMember,
  checkAccess,
]

export const loader = ({ context }: Route.LoaderArgs) => siteWithCounts(context)

/**
 * Reloads the viewer only after a form, before log-in, where the session may have ended, and around the notices, whose
 * count it has: other navigations need not wait for it. After a log-in the page keeps the visitor's data while it shows the notice; a full page load follows.
 */
export function shouldRevalidate({
  actionResult,
  currentUrl,
  formMethod,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isLogIn = typeof actionResult === 'object' && actionResult !== null && 'nextPath' in actionResult
  const hasNotices = [currentUrl, nextUrl].some(({ pathname }) => pathname === noticesPath)
  const mayHaveChanged = formMethod === 'POST' || nextUrl.pathname === '/login' || hasNotices
  return mayHaveChanged && !isLogIn && defaultShouldRevalidate
}

export function Layout({ children }: { children: ReactNode }) {
  const site = useRouteLoaderData<typeof loader>('root')
  const routeId = useMatches().at(-1)?.id
  return (
    <html
      lang="en"
      data-protected={site && protectionOf(site, routeId)}
      data-pictures={site?.filesPublicUrl}
      data-success-notice-ms={site?.successNoticeMs}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#12161c" />
        {/* Style sheets and preloads of the same origin need no nonce; browsers hide it, so hydration would not match. */}
        <Links nonce="" />
        {/* With `precedence` React puts it before the preloads: the first paint waits for nothing else. */}
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

/** The page's `data-protected` attribute, for page-protection.ts and layout.css; undefined: not protected. */
function protectionOf({ protection, unprotectedPages }: Site, routeId = '') {
  const isProtected = protection !== 'off' && !routeId.startsWith('team/') && !unprotectedPages.includes(routeId)
  return isProtected ? protection : undefined
}

export default function App({ loaderData: site }: Route.ComponentProps) {
  useSessionMirror(site.viewer)
  usePageFocus()
  usePageLinks()
  useEffect(markHydrated, [])
  const isTeams = useMatches().some(({ id }) => id === 'team/team-layout')
  if (isTeams)
    return (
      <PageContext site={site}>
        <Outlet />
      </PageContext>
    )
  return (
    <Frame site={site}>
      <Outlet />
      <OverPages />
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
  const page = <PageContext site={site}>{children}</PageContext>
  if (site?.viewer && may(site.viewer.kind, 'keep a store profile')) {
    return (
      <StoreFrame storeName={site.viewer.name} waiting={site.waiting} contacts={contacts}>
        {page}
      </StoreFrame>
    )
  }
  return (
    <StudentFrame viewer={site?.viewer ?? null} waiting={site?.waiting ?? nothingWaits} contacts={contacts}>
      {page}
    </StudentFrame>
  )
}

function PageContext({ site, children }: { site: Site | null; children: ReactNode }) {
  return (
    <SiteNameContext value={site?.contacts.siteName ?? ''}>
      <PublicUrlContext value={site?.publicUrl ?? ''}>{children}</PublicUrlContext>
    </SiteNameContext>
  )
}
