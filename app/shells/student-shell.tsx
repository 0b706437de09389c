import type { ReactNode } from 'react'
import { Form, NavLink, useLocation } from 'react-router'

import type { Viewer } from '#app/accounts/account-rules.ts'
import { Kept } from '#app/platform/kept.tsx'
import { Menu, MenuButton, MenuLink } from '#app/ui/menu.tsx'
import { ThumbNav } from '#app/ui/tabs.tsx'

import { homeTabs } from './browse-tabs.ts'
import { Footer, type SiteContacts } from './footer.tsx'
import { AccountLink, Brand, groupLook, Header, linkLook, MainNav } from './header.tsx'
import { RotatingWord } from './rotating-word.tsx'

interface StudentShellProps {
  viewer: Viewer | null
  /** Null where the site's own data could not be had. */
  contacts: SiteContacts | null
  children: ReactNode
}

/** The frame of students and visitors. */
export function StudentShell({ viewer, contacts, children }: StudentShellProps) {
  const { pathname } = useLocation()
  const siteName = contacts?.siteName ?? ''
  return (
    <>
      {viewer ? (
        <Header
          brand={<Kept by={['brand', siteName]}>{() => <StudentBrand siteName={siteName} />}</Kept>}
          account={<AccountLink name={viewer.name} to="/account" />}
          className={headerLook}
        >
          <Kept by={['student links', pathname]}>{() => <StudentNav isSignedIn />}</Kept>
        </Header>
      ) : (
        <Kept by={['header', siteName, pathname]}>
          {() => (
            <Header brand={<StudentBrand siteName={siteName} />} account={null} className={headerLook}>
              <StudentNav isSignedIn={false} />
            </Header>
          )}
        </Kept>
      )}
      {children}
      {/* The home page has the bar as its tabs. */}
      {pathname !== '/' && <Kept by={['bar of links']}>{() => <ThumbNav label="Browse" links={homeTabs} />}</Kept>}
      <Kept by={['footer', siteName, contacts]}>{() => <Footer siteName={siteName} contacts={contacts} />}</Kept>
    </>
  )
}

const headerLook = 'border-rule bg-paper'

function StudentBrand({ siteName }: { siteName: string }) {
  return (
    <>
      <Brand siteName={siteName} />
      <RotatingWord />
    </>
  )
}

function StudentNav({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <MainNav>
      <Links isSignedIn={isSignedIn} />
    </MainNav>
  )
}

const look = `${linkLook} md:text-ink-soft md:hover:text-ink md:aria-[current=page]:text-ink md:aria-[current=page]:shadow-[inset_0_-2px_var(--color-ink)]`
const menuLook = `${groupLook} md:text-ink-soft`

function Links({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <>
      <NavLink to="/" end className={look}>
        Home
      </NavLink>
      {isSignedIn && (
        <>
          <NavLink to="/AlterBooksAndNovels" className={look}>
            My Posts
          </NavLink>
          <NavLink to="/CreateBooksAndNovels" className={look}>
            Books/ Novels
          </NavLink>
          <NavLink to="/userOrders" className={look}>
            Orders
          </NavLink>
          <NavLink to="/CreateCourseAndNotes" className={look}>
            Course/ Notes
          </NavLink>
        </>
      )}
      <Menu label="Student" unfolds className={menuLook}>
        {isSignedIn ? (
          <>
            <MenuLink to="/account">Your data</MenuLink>
            {/* A full load, so that nothing of the person's pages stays. */}
            <Form method="post" action="/logout" reloadDocument>
              <MenuButton>Logout</MenuButton>
            </Form>
          </>
        ) : (
          <>
            <MenuLink to="/login">Student Login</MenuLink>
            <MenuLink to="/UserSignUp">Student Sign Up</MenuLink>
          </>
        )}
      </Menu>
      {!isSignedIn && (
        <Menu label="Store" unfolds className={menuLook}>
          <MenuLink to="/slogin">Book Store Login</MenuLink>
          <MenuLink to="/sSignup">Book Store SignUp</MenuLink>
        </Menu>
      )}
      <NavLink to="/ContactUs" className={look}>
        Contact Us
      </NavLink>
    </>
  )
}
