import type { ReactNode } from 'react'
import { useLocation } from 'react-router'

import { linksFor, myRequestsPath, noticesPath } from '#app/access/paths.ts'
import type { Viewer } from '#app/access/viewer.ts'
import type { Waiting } from '#app/access/waiting.ts'
import { homeTabs } from '#app/posts/browse-tabs.ts'
import { Cached } from '#app/rendering/cached.tsx'
import { Menu, MenuButton, MenuLink } from '#app/ui/menu.tsx'
import { ThumbNav } from '#app/ui/tabs.tsx'

import { Footer, type SiteContacts } from './footer.tsx'
import {
  AccountLink,
  Brand,
  countsByPath,
  groupLook,
  Header,
  linkLook,
  MainNav,
  type NavigationItem,
  NavigationLink,
  NoticesLink,
  type OrdersWaiting,
  SkipLink,
  useCurrentPath,
} from './header.tsx'
import { RotatingWord } from './rotating-word.tsx'

interface StudentFrameProps {
  viewer: Viewer | null
  waiting: Waiting
  /** Null if the site's data is not available. */
  contacts: SiteContacts | null
  children: ReactNode
}

const [home, contactUs] = linksFor('visitor', ['/', '/ContactUs']) as [NavigationItem, NavigationItem]
const studentPages = linksFor('student', [
  '/AlterBooksAndNovels',
  '/CreateBooksAndNovels',
  '/userOrders',
  '/purchases',
  '/CreateCourseAndNotes',
])
const accountPages = linksFor('student', ['/profile', '/saved', myRequestsPath, '/help', '/account'])
const studentEntry = linksFor('visitor', ['/login', '/UserSignUp'])
const storeEntry = linksFor('visitor', ['/slogin', '/sSignup'])
const allLinks = [home, contactUs, ...studentPages, ...accountPages, ...studentEntry, ...storeEntry]

/** The frame of students and visitors. */
export function StudentFrame({ viewer, waiting, contacts, children }: StudentFrameProps) {
  const { pathname } = useLocation()
  const currentPath = useCurrentPath(allLinks)
  const siteName = contacts?.siteName ?? ''
  return (
    <>
      <SkipLink />
      <Header
        brand={<Cached of={StudentBrand} props={{ siteName }} />}
        account={
          viewer && (
            <>
              <Cached of={NoticesLink} props={{ unread: waiting.notices, isCurrent: pathname === noticesPath }} />
              <AccountLink name={viewer.name} to="/profile" />
            </>
          )
        }
        className="border-rule bg-paper"
      >
        <Cached
          of={StudentNavigation}
          props={{ isSignedIn: viewer !== null, currentPath, orders: waiting.orders, purchases: waiting.purchases }}
        />
      </Header>
      {children}
      {/* On the home page this bar is its tabs; the page of a post has a bar of its own. */}
      {pathname !== '/' && !pathname.startsWith('/posts/') && (
        <Cached of={ThumbNav} props={{ label: 'Browse', links: homeTabs }} />
      )}
      <Cached of={Footer} props={{ siteName, contacts }} />
    </>
  )
}

const look = `${linkLook} md:px-2.5 md:text-ink-soft md:hover:text-ink md:aria-[current=page]:text-ink md:aria-[current=page]:shadow-[inset_0_-2px_var(--color-ink)]`
const menuLook = `${groupLook} md:text-ink-soft`

function StudentBrand({ siteName }: { siteName: string }) {
  return (
    <>
      <Brand siteName={siteName} />
      <RotatingWord />
    </>
  )
}

interface NavigationProps extends OrdersWaiting {
  isSignedIn: boolean
  currentPath: string | null
}

function StudentNavigation({ isSignedIn, currentPath, orders, purchases }: NavigationProps) {
  const counts = countsByPath('student', { orders, purchases })
  const menuLinks = (items: typeof allLinks) =>
    items.map(({ to, label }) => (
      <MenuLink key={to} to={to} isCurrent={to === currentPath}>
        {label}
      </MenuLink>
    ))
  const pages = isSignedIn ? [home, ...studentPages] : [home]
  return (
    <MainNav>
      {pages.map((page) => (
        <NavigationLink key={page.to} {...page} count={counts[page.to]} currentPath={currentPath} className={look} />
      ))}
      <Menu label="Student" unfolds className={menuLook}>
        {isSignedIn ? (
          <>
            {menuLinks(accountPages)}
            {/* A full page load discards all loaded data of the student. */}
            <form method="post" action="/logout">
              <MenuButton>Logout</MenuButton>
            </form>
          </>
        ) : (
          menuLinks(studentEntry)
        )}
      </Menu>
      {!isSignedIn && (
        <Menu label="Store" unfolds className={menuLook}>
          {menuLinks(storeEntry)}
        </Menu>
      )}
      <NavigationLink {...contactUs} currentPath={currentPath} className={look} />
    </MainNav>
  )
}
