import type { ReactNode } from 'react'
import { Form, Link, NavLink } from 'react-router'

import type { Viewer } from '#app/accounts/account-rules.ts'
import { FoldingNav, Menu, MenuButton, MenuLink } from '#app/ui/menu.tsx'

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
          <FoldingNav label="Main" className="ml-auto md:-mr-3">
            <Links viewer={viewer} />
          </FoldingNav>
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

const look = [
  'flex items-center px-3 font-medium no-underline',
  'max-md:min-h-12 max-md:border-t max-md:border-rule max-md:first:border-t-0 max-md:aria-[current=page]:text-accent-ink',
  'md:min-h-16 md:text-sm md:text-ink-soft md:hover:text-ink md:aria-[current=page]:text-ink',
  'md:aria-[current=page]:shadow-[inset_0_-2px_var(--color-ink)]',
].join(' ')
const groupLook = 'max-md:border-t max-md:border-rule md:text-ink-soft'

function Links({ viewer }: { viewer: Viewer | null }) {
  return (
    <>
      <NavLink to="/" end className={look}>
        Home
      </NavLink>
      <Menu label="Student" unfolds className={groupLook}>
        {viewer ? (
          <Form method="post" action="/logout" reloadDocument>
            <MenuButton>Logout</MenuButton>
          </Form>
        ) : (
          <MenuLink to="/login">Student Login</MenuLink>
        )}
      </Menu>
      {!viewer && (
        <Menu label="Store" unfolds className={groupLook}>
          <MenuLink to="/slogin">Book Store Login</MenuLink>
        </Menu>
      )}
      <NavLink to="/ContactUs" className={look}>
        Contact Us
      </NavLink>
    </>
  )
}
