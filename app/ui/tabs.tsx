import type { KeyboardEvent, ReactNode } from 'react'
import { Link, type To } from 'react-router'

import { Icon, type IconName } from './icon.tsx'

type Tab = { name: string; label: string; to: To; icon?: IconName }

type TabsProps = {
  /** Unique on the page; the panel takes it as `of`. */
  id: string
  /** Of the whole list, for screen readers. */
  label: string
  tabs: readonly Tab[]
  /** The name of the tab that is shown. */
  selected: string
  /** `thumb` is the bar under the thumb on phones and a strip on desktops, `segment` the tabs inside a page. */
  look?: 'segment' | 'thumb'
  replace?: boolean
  preventScrollReset?: boolean
  className?: string
}

const lists = {
  segment: '-mx-4 flex gap-1 overflow-x-auto border-b border-rule px-4 [scrollbar-width:none] md:mx-0 md:px-0',
  thumb:
    'fixed inset-x-0 bottom-0 z-15 grid auto-cols-fr grid-flow-col border-t border-rule bg-sheet pb-[env(safe-area-inset-bottom)] md:static md:flex md:gap-1 md:border-t-0 md:border-b md:bg-paper md:px-[max(2rem,calc((100%-73.5rem)/2))]',
}

const tabLooks = {
  segment:
    'flex min-h-12 flex-none items-center px-3 text-sm font-medium before:inset-x-0 before:bottom-0 aria-selected:text-ink md:first:-ml-3',
  thumb:
    'grid h-15 place-content-center justify-items-center gap-0.75 text-2xs font-medium before:inset-x-[20%] before:-top-px aria-selected:font-bold aria-selected:text-accent-ink md:h-13 md:px-4 md:text-sm md:first:-ml-4 md:before:inset-x-4 md:before:top-auto md:before:-bottom-px',
}

const moves: Record<string, (at: number, count: number) => number> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function followKeys(event: KeyboardEvent<HTMLAnchorElement>) {
  const tab = event.currentTarget
  const move = moves[event.key]
  if (!move && event.key !== ' ') return

  event.preventDefault()
  if (!move) return tab.click()
  const all = [...(tab.parentElement?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
  all[move(all.indexOf(tab), all.length)]?.focus()
}

/** Tabs that are links: each has an address, opens without script, and follows the keys of a tab list with it. */
export function Tabs({
  id,
  label,
  tabs,
  selected,
  look = 'segment',
  replace = false,
  preventScrollReset = true,
  className = '',
}: TabsProps) {
  const reachable = tabs.some(({ name }) => name === selected) ? selected : tabs[0]?.name
  return (
    <div role="tablist" aria-label={label} className={`${lists[look]} ${className}`}>
      {tabs.map((tab) => (
        <Link
          key={tab.name}
          id={tabId(id, tab.name)}
          to={tab.to}
          role="tab"
          aria-selected={tab.name === selected}
          aria-controls={tab.name === selected ? panelId(id) : undefined}
          tabIndex={tab.name === reachable ? 0 : -1}
          replace={replace}
          preventScrollReset={preventScrollReset}
          onKeyDown={followKeys}
          className={`relative text-ink-soft no-underline before:absolute before:h-0.75 aria-selected:before:bg-accent-ink forced-colors:aria-selected:before:bg-[Highlight] ${tabLooks[look]}`}
        >
          {look === 'thumb' && tab.icon && <Icon name={tab.icon} className="size-5.5 md:hidden" />}
          {tab.label}
        </Link>
      ))}
    </div>
  )
}

type TabPanelProps = {
  /** The `id` of its tabs. */
  of: string
  /** The name of the tab that is shown. */
  selected: string
  children: ReactNode
  className?: string
}

export function TabPanel({ of, selected, children, className }: TabPanelProps) {
  return (
    <div role="tabpanel" id={panelId(of)} aria-labelledby={tabId(of, selected)} className={className}>
      {children}
    </div>
  )
}

function tabId(tabs: string, name: string) {
  return `${tabs}-tab-${name}`
}

function panelId(tabs: string) {
  return `${tabs}-panel`
}
