import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

import type { AccountKind } from '#app/access/role-rules.ts'
import { noticesPath, ordersPath, purchasesPath } from '#app/access/paths.ts'
import type { Waiting } from '#app/access/waiting.ts'
import { Icon } from '#app/ui/icon.tsx'
import { FoldingNav } from '#app/ui/menu.tsx'

interface HeaderProps {
  /** The site's name, as a link to the home page. */
  brand: ReactNode
  /** The signed-in account. */
  account: ReactNode
  /** The navigation. */
  children: ReactNode
  className: string
}

/** Its gaps are in pixels: with a large font there must be room for the words. */
export function Header({ brand, account, children, className }: HeaderProps) {
  return (
    <header className={`sticky top-0 z-20 border-b [@media(height<20rem)]:relative ${className}`}>
      <div className="mx-auto flex min-h-14 w-full max-w-page items-center gap-[8px] px-[16px] md:min-h-16 md:gap-3 md:px-8">
        {brand}
        <div className="ml-auto flex items-center max-md:flex-none md:min-w-0 md:justify-end md:gap-[8px]">
          <SearchLink />
          {account}
          {children}
        </div>
      </div>
    </header>
  )
}

function SearchLink() {
  return (
    <Link
      to="/search"
      title="Search"
      className="button w-[44px] flex-none px-0 max-md:in-[.shop]:hidden max-[14rem]:hidden"
    >
      <Icon name="search" />
      <span className="sr-only">Search</span>
    </Link>
  )
}

export function SkipLink() {
  return (
    <a href="#content" className="sr-only z-30 bg-ink px-4 py-3 text-paper focus:not-sr-only focus:fixed">
      Skip to the content
    </a>
  )
}

interface BrandProps {
  siteName: string
  /** Shows only the mark. */
  hasNameHidden?: boolean
}

export function Brand({ siteName, hasNameHidden = false }: BrandProps) {
  return (
    <Link
      to="/"
      aria-label={`${siteName}, home`}
      className="flex h-11 min-w-[46px] flex-wrap items-center gap-x-2 overflow-hidden font-display text-xl font-semibold tracking-[-0.02em] whitespace-nowrap no-underline before:-mr-2 before:h-11 md:flex-none"
    >
      <span aria-hidden="true" className="mark -mt-0.5 text-mark" />
      {!hasNameHidden && siteName}
    </Link>
  )
}

export function MainNav({ children }: { children: ReactNode }) {
  return (
    <FoldingNav label="Main" className="max-md:flex-none md:-mr-3">
      {children}
    </FoldingNav>
  )
}

/** The signed-in account: on phones the first letter, on desktops the name as well. */
export function AccountLink({ name, to }: { name: string; to: string }) {
  return (
    <Link
      to={to}
      className="flex min-h-11 min-w-[44px] flex-none items-center justify-center gap-2 text-sm font-medium no-underline md:order-last md:ml-3 max-[14rem]:hidden"
    >
      <span className="sr-only">Signed in as </span>
      <span
        aria-hidden="true"
        className="grid size-[32px] flex-none place-items-center rounded-full bg-muga-tint font-display text-base text-muga"
      >
        {Array.from(name)[0]?.toUpperCase()}
      </span>
      <span className="max-w-32 truncate max-[92rem]:sr-only">{name}</span>
    </Link>
  )
}

/** The bell, with how many notices were not read. */
export function NoticesLink({ unread, isCurrent }: { unread: number; isCurrent: boolean }) {
  return (
    <Link
      to={noticesPath}
      title="Notices"
      aria-current={isCurrent ? 'page' : undefined}
      className="button relative w-[44px] flex-none px-0 max-[14rem]:hidden"
    >
      <Icon name="bell" />
      <span className="sr-only">{unread === 0 ? 'Notices' : `Notices, ${unread} unread`}</span>
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-1 left-[23px] min-w-[17px] rounded-[2px] bg-accent px-1 text-center text-2xs leading-[17px] font-bold text-on-accent"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  )
}

export type OrdersWaiting = Pick<Waiting, 'orders' | 'purchases'>

/** How many orders wait for the person, by the page that shows them. */
export const countsByPath = (kind: AccountKind, { orders, purchases }: OrdersWaiting): Record<string, number> => ({
  [ordersPath[kind]]: orders,
  [purchasesPath]: purchases,
})

interface NavigationLinkProps extends NavigationItem {
  /** How many things there wait for the person. */
  count?: number | undefined
  currentPath: string | null
  className: string
}

export interface NavigationItem {
  to: string
  label: string
}

export function NavigationLink({ to, label, count = 0, currentPath, className }: NavigationLinkProps) {
  return (
    <Link
      to={to}
      aria-current={to === currentPath ? 'page' : undefined}
      {...describeCount(count)}
      className={className}
    >
      {label}
      <WaitingCount count={count} />
    </Link>
  )
}

/** How many things wait for the person behind a link: said by screen readers after its label. */
export const describeCount = (count = 0) => ({
  'aria-description': count > 0 ? `${count} ${count === 1 ? 'waits' : 'wait'} for you` : undefined,
})

export function WaitingCount({ count = 0 }: { count?: number | undefined }) {
  if (count === 0) return null
  return (
    <span
      aria-hidden="true"
      className="ml-1 min-w-4.5 rounded-[2px] bg-leaf px-1 text-center text-2xs leading-5 font-bold text-ink"
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}

/** The current path if one of the items links to it, for `aria-current`. */
export function useCurrentPath(items: readonly NavigationItem[]) {
  const { pathname } = useLocation()
  return items.find(({ to }) => to === pathname)?.to ?? null
}

/** Classes of a navigation link: a row of the sheet on phones, a word in the bar on desktops. */
export const linkLook = [
  'flex items-center px-3 font-medium no-underline whitespace-nowrap md:min-h-16 md:text-sm',
  'max-md:min-h-12 max-md:border-t max-md:border-rule max-md:first:border-t-0 max-md:aria-[current=page]:text-accent-ink',
].join(' ')

export const groupLook = 'max-md:border-t max-md:border-rule'
