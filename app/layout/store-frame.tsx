import type { ReactNode } from 'react'
import { useLocation } from 'react-router'

import { linksFor, noticesPath } from '#app/access/paths.ts'
import type { Waiting } from '#app/access/waiting.ts'
import { Cached } from '#app/rendering/cached.tsx'
import { Menu, MenuLink } from '#app/ui/menu.tsx'

import { Footer, type SiteContacts } from './footer.tsx'
import {
  AccountLink,
  Brand,
  countsByPath,
  describeCount,
  groupLook,
  Header,
  linkLook,
  MainNav,
  NavigationLink,
  NoticesLink,
  type OrdersWaiting,
  SkipLink,
  useCurrentPath,
  WaitingCount,
} from './header.tsx'

interface StoreFrameProps {
  storeName: string
  waiting: Waiting
  contacts: SiteContacts | null
  children: ReactNode
}

const sellingPages = linksFor('store', ['/AlterPosts', '/orderlist', '/CreatePost'])
const buyingPages = linksFor('store', ['/market', '/purchases', '/saved'])
const profile = linksFor('store', ['/'])
const pages = [...sellingPages, ...buyingPages, ...profile]

/** The frame of book stores. Its header is dark in both themes, to distinguish it from the students' frame. */
export function StoreFrame({ storeName, waiting, contacts, children }: StoreFrameProps) {
  const { pathname } = useLocation()
  const currentPath = useCurrentPath(pages)
  const siteName = contacts?.siteName ?? ''
  return (
    <>
      <SkipLink />
      <Header
        brand={
          <>
            <Brand siteName={siteName} hasNameHidden />
            <DashboardName />
          </>
        }
        account={
          <>
            <Cached of={NoticesLink} props={{ unread: waiting.notices, isCurrent: pathname === noticesPath }} />
            <AccountLink name={storeName} to="/" />
          </>
        }
        className="shop border-transparent max-md:*:flex-wrap"
      >
        <Cached of={StoreNavigation} props={{ currentPath, orders: waiting.orders, purchases: waiting.purchases }} />
      </Header>
      {children}
      <Cached of={Footer} props={{ siteName, contacts }} />
    </>
  )
}

const look = `${linkLook} md:px-1.25 md:aria-[current=page]:shadow-[inset_0_-3px_var(--color-mark)]`

interface NavigationProps extends OrdersWaiting {
  currentPath: string | null
}

function StoreNavigation({ currentPath, orders, purchases }: NavigationProps) {
  const counts = countsByPath('store', { orders, purchases })
  const links = (items: typeof pages) =>
    items.map((page) => (
      <NavigationLink key={page.to} {...page} count={counts[page.to]} currentPath={currentPath} className={look} />
    ))
  return (
    <MainNav>
      {links(sellingPages)}
      {/* In a menu, so that one row has room for all on every desktop. */}
      <Menu label="Buying" unfolds className={`${groupLook} md:*:[summary]:px-1.25`}>
        {buyingPages.map((page) => (
          <MenuLink key={page.to} to={page.to} isCurrent={page.to === currentPath} {...describeCount(counts[page.to])}>
            {page.label} <WaitingCount count={counts[page.to]} />
          </MenuLink>
        ))}
      </Menu>
      {links(profile)}
      {/* A full page load discards all loaded data of the store. */}
      <form method="post" action="/logout" className="contents">
        <button type="submit" className={`${look} max-md:w-full`}>
          Logout
        </button>
      </form>
    </MainNav>
  )
}

function DashboardName() {
  return (
    <p className="min-w-min flex-1 border-l border-ink-soft pl-3 font-display text-base leading-tight font-semibold wrap-normal max-[18rem]:order-last max-[18rem]:basis-full max-[18rem]:border-0 max-[18rem]:pb-2 max-[18rem]:pl-0 md:max-w-28 md:flex-none">
      Book Store Dashboard
    </p>
  )
}
