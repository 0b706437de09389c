import type { ReactNode } from 'react'

import { linksFor } from '#app/access/site-map.ts'
import { Cached } from '#app/rendering/cached.tsx'

import { Footer, type SiteContacts } from './footer.tsx'
import { AccountLink, Brand, Header, linkLook, MainNav, NavigationLink, SkipLink, useCurrentPath } from './header.tsx'

interface StoreFrameProps {
  storeName: string
  contacts: SiteContacts | null
  children: ReactNode
}

const pages = linksFor('store', ['/AlterPosts', '/orderlist', '/CreatePost', '/market', '/saved', '/'])

/** The frame of book stores. Its header is dark in both themes, to distinguish it from the students' frame. */
export function StoreFrame({ storeName, contacts, children }: StoreFrameProps) {
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
        account={<AccountLink name={storeName} to="/" />}
        className="shop border-transparent max-md:*:flex-wrap"
      >
        <Cached of={StoreNavigation} props={{ currentPath }} />
      </Header>
      {children}
      <Cached of={Footer} props={{ siteName, contacts }} />
    </>
  )
}

const look = `${linkLook} md:px-2 md:aria-[current=page]:shadow-[inset_0_-3px_var(--color-mark)]`

function StoreNavigation({ currentPath }: { currentPath: string | null }) {
  return (
    <MainNav>
      {pages.map((page) => (
        <NavigationLink key={page.to} {...page} currentPath={currentPath} className={look} />
      ))}
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
    <p className="min-w-min flex-1 border-l border-ink-soft pl-3 font-display text-base leading-tight font-semibold wrap-normal max-[18rem]:order-last max-[18rem]:basis-full max-[18rem]:border-0 max-[18rem]:pb-2 max-[18rem]:pl-0 md:flex-none">
      Book Store Dashboard
    </p>
  )
}
