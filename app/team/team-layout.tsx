import type { ReactNode } from 'react'
import { Link, type LinksFunction, Outlet, useLocation, useRouteLoaderData } from 'react-router'

import { teamMap } from '#app/access/team-map.ts'
import { ErrorPage } from '#app/layout/error-page.tsx'
import { SkipLink } from '#app/layout/header.tsx'
import { useSiteName } from '#app/rendering/page-title.tsx'

import type { Route } from './+types/team-layout'
import stylesheet from './team.css?url'
import { teamMemberContext } from './team-member.ts'

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

/** What the frame shows; null before the log-in. */
export function loader({ context }: Route.LoaderArgs) {
  const member = context.get(teamMemberContext)
  if (!member) return null
  const { name, role } = member
  const pages = teamMap.flatMap(({ path, label, opens }) =>
    label && opens !== 'everyone' && opens.includes(role) ? [{ to: path, label }] : [],
  )
  return { name, role, pages }
}

export default function TeamLayout({ loaderData }: Route.ComponentProps) {
  return (
    <TeamFrame member={loaderData}>
      <Outlet />
    </TeamFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const member = useRouteLoaderData<typeof loader>('team/team-layout')
  return (
    <TeamFrame member={member ?? null}>
      <ErrorPage error={error} />
    </TeamFrame>
  )
}

type Member = Route.ComponentProps['loaderData']

function TeamFrame({ member, children }: { member: Member; children: ReactNode }) {
  const siteName = useSiteName()
  return (
    <div className="flex min-h-dvh flex-col bg-leaf text-sm leading-[1.4]">
      <SkipLink />
      <header className="sticky top-0 z-20 flex flex-wrap items-center gap-x-4 border-b border-rule bg-leaf px-4 md:px-6">
        <p className="flex min-h-14 items-center gap-2 font-display text-lg font-semibold">
          <span aria-hidden="true" className="mark -mt-0.5 scale-80" />
          {siteName}
          <span className="rounded-[2px] border border-edge px-1.5 font-sans text-xs leading-relaxed font-semibold">
            Team
          </span>
        </p>
        {member && <MemberBar {...member} />}
      </header>
      {children}
    </div>
  )
}

function MemberBar({ name, role, pages }: NonNullable<Member>) {
  const { pathname } = useLocation()
  return (
    <>
      <nav
        aria-label="Team"
        className="-mx-4 flex overflow-x-auto px-1 [scrollbar-width:none] max-xl:order-last max-xl:basis-[calc(100%+2rem)] xl:mx-0"
      >
        {pages.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            aria-current={pathname.startsWith(to) ? 'page' : undefined}
            className="flex min-h-12 items-center px-3 font-medium whitespace-nowrap text-ink-soft no-underline aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_0_-2px_var(--color-ink)] xl:min-h-14 forced-colors:aria-[current=page]:underline"
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="ml-auto flex items-center gap-2">
        <span className="text-ink-soft max-md:sr-only">
          {name} · {role}
        </span>
        <form method="post" action="/team/logout">
          <button type="submit" className="button px-2">
            Log out
          </button>
        </form>
      </div>
    </>
  )
}
