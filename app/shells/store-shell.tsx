import type { ReactNode } from 'react'
import { Form, NavLink } from 'react-router'

import { Footer, type SiteContacts } from './footer.tsx'
import { AccountLink, Brand, Header, linkLook, MainNav } from './header.tsx'

interface StoreShellProps {
  storeName: string
  contacts: SiteContacts | null
  children: ReactNode
}

/** The frame of book stores: an ink header in both themes, so that an owner knows on which side of the counter it is. */
export function StoreShell({ storeName, contacts, children }: StoreShellProps) {
  const siteName = contacts?.siteName ?? ''
  return (
    <>
      <Header
        brand={
          <>
            <Brand siteName={siteName} hasNameHidden />
            <ShellName />
          </>
        }
        account={<AccountLink name={storeName} to="/" />}
        className="shop border-transparent max-md:*:flex-wrap"
      >
        <MainNav>
          <Links />
        </MainNav>
      </Header>
      {children}
      <Footer siteName={siteName} contacts={contacts} />
    </>
  )
}

function ShellName() {
  return (
    <p className="min-w-min flex-1 border-l border-ink-soft pl-3 font-display text-base leading-tight font-semibold wrap-normal max-[18rem]:order-last max-[18rem]:basis-full max-[18rem]:border-0 max-[18rem]:pb-2 max-[18rem]:pl-0 md:flex-none">
      Book Store Dashboard
    </p>
  )
}

const look = `${linkLook} md:aria-[current=page]:shadow-[inset_0_-3px_var(--color-mark)]`

function Links() {
  return (
    <>
      <NavLink to="/AlterPosts" className={look}>
        My Posts
      </NavLink>
      <NavLink to="/orderlist" className={look}>
        Order List
      </NavLink>
      <NavLink to="/CreatePost" className={look}>
        Upload Books/Novels
      </NavLink>
      <NavLink to="/market" className={look}>
        Marketplace
      </NavLink>
      <NavLink to="/" end className={look}>
        My Profile
      </NavLink>
      <Form method="post" action="/logout" reloadDocument className="contents">
        <button type="submit" className={`${look} max-md:w-full`}>
          Logout
        </button>
      </Form>
    </>
  )
}
