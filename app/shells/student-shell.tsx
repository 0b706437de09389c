import type { ReactNode } from 'react'
import { Form, Link, NavLink } from 'react-router'

import type { Viewer } from '#app/accounts/account-rules.ts'
import { Menu, MenuButton, MenuLink } from '#app/ui/menu.tsx'

import { Footer, type SiteContacts } from './footer.tsx'
import { RotatingWord } from './rotating-word.tsx'

interface StudentShellProps {
  viewer: Viewer | null
  /** Null where the site's own data could not be had. */
  contacts: SiteContacts | null
  children: ReactNode
}

/** The frame of students and visitors. */
export function StudentShell({ viewer, contacts, children }: StudentShellProps) {
  const siteName = contacts?.siteName ?? 'Puthi'
  return (
    <>
      <SkipLink />
      <header className="sticky top-0 z-20 border-b border-rule bg-paper">
        <div className="mx-auto flex min-h-14 w-full max-w-page items-center gap-3 px-4 md:min-h-16 md:px-8">
          <HomeLink name={siteName} />
          <RotatingWord />
          <nav aria-label="Main" className="ml-auto hidden items-center gap-1 md:-mr-3 md:flex">
            <Links viewer={viewer} />
          </nav>
          <nav aria-label="Main" className="ml-auto md:hidden">
            <Menu label="Menu" className="static -mr-3">
              <Links viewer={viewer} isInMenu />
            </Menu>
          </nav>
        </div>
      </header>
      {children}
      <Footer siteName={siteName} contacts={contacts} />
    </>
  )
}

function SkipLink() {
  return (
    <a href="#content" className="sr-only z-30 bg-ink px-4 py-3 text-paper focus:not-sr-only focus:fixed">
      Skip to the content
    </a>
  )
}

function HomeLink({ name }: { name: string }) {
  return (
    <Link
      to="/"
      aria-label={`${name}, home`}
      className="flex min-h-11 items-center gap-2 font-display text-xl font-semibold tracking-[-0.02em] no-underline"
    >
      <span aria-hidden="true" className="mark -mt-0.5 text-accent-ink" />
      {name}
    </Link>
  )
}

const rowLook =
  'flex min-h-12 items-center border-t border-rule px-3 font-medium no-underline first:border-t-0 aria-[current]:text-accent-ink'
const barLook =
  'flex min-h-16 items-center px-3 text-sm font-medium text-ink-soft no-underline hover:text-ink aria-[current]:text-ink aria-[current]:shadow-[inset_0_-2px_var(--color-ink)]'

function Links({ viewer, isInMenu = false }: { viewer: Viewer | null; isInMenu?: boolean }) {
  const look = isInMenu ? rowLook : barLook
  const group = isInMenu ? { inline: true, className: 'border-t border-rule px-3' } : { className: 'text-ink-soft' }
  return (
    <>
      <NavLink to="/" end className={look}>
        Home
      </NavLink>
      <Menu label="Student" {...group}>
        {viewer ? (
          <Form method="post" action="/logout" reloadDocument>
            <MenuButton>Logout</MenuButton>
          </Form>
        ) : (
          <MenuLink to="/login">Student Login</MenuLink>
        )}
      </Menu>
      {!viewer && (
        <Menu label="Store" {...group}>
          <MenuLink to="/slogin">Book Store Login</MenuLink>
        </Menu>
      )}
      <NavLink to="/ContactUs" className={look}>
        Contact Us
      </NavLink>
    </>
  )
}
