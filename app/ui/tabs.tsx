import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { Link, type To } from 'react-router'

import { Icon, type IconName } from './icon.tsx'

export type Tab = {
  name: string
  label: string
  to: To
  icon?: IconName
  /** How many things it shows. */
  count?: string
}

type TabsProps = {
  /** Unique on the page; `TabPanel` gets it as `of`. */
  id: string
  /** `aria-label` of the tab list. */
  label: string
  tabs: readonly Tab[]
  /** The name of the tab that is shown. */
  selected: string
  /** `thumb`: a bar at the bottom of phones, a strip under the header on desktops. `segment`: tabs within a page. */
  look?: 'segment' | 'thumb'
  replace?: boolean
  /** Shows the tab of this address in place; otherwise its link does. */
  onTurn?: ((path: string) => void) | undefined
  preventScrollReset?: boolean
  className?: string
}

const lists = {
  segment: '-mx-4 flex gap-1 overflow-x-auto border-b border-rule px-4 [scrollbar-width:none] md:mx-0 md:px-0',
  thumb: 'thumb-bar',
}

const tabLooks = {
  segment:
    'flex min-h-12 min-w-11 flex-none items-center justify-center px-3 text-sm font-medium before:inset-x-0 before:bottom-0 aria-selected:text-ink focus-visible:-outline-offset-3 md:first:-ml-3',
  thumb: 'thumb-tab',
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

/** A tab that is opened in another window is a link. */
function turnInPlace(event: MouseEvent<HTMLAnchorElement>, turn: (path: string) => void) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const { pathname, search } = event.currentTarget
  turn(pathname + search)
}

/** Tabs that are links: each has a URL and works without script; with script the arrow keys move between them. */
export function Tabs({
  id,
  label,
  tabs,
  selected,
  look = 'segment',
  replace = false,
  onTurn,
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
          onClick={onTurn && ((event) => turnInPlace(event, onTurn))}
          className={`relative text-ink-soft no-underline before:absolute before:h-0.75 aria-selected:before:bg-accent-ink forced-colors:aria-selected:before:bg-[Highlight] ${tabLooks[look]}`}
        >
          {look === 'thumb' && tab.icon && <Icon name={tab.icon} className="size-5.5 md:hidden" />}
          {tab.label}
          {tab.count !== undefined && (
            <span className="ml-1.5 font-normal text-ink-soft tabular-nums">{tab.count}</span>
          )}
        </Link>
      ))}
    </div>
  )
}

type TabPanelProps = {
  /** The `id` of its `Tabs`. */
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

interface ThumbNavProps {
  label: string
  links: readonly Tab[]
}

/** The bottom bar of phones on pages outside its tabs, linking to them. */
export function ThumbNav({ label, links }: ThumbNavProps) {
  return (
    <nav aria-label={label} className="thumb-bar md:hidden">
      {links.map(({ name, label: words, to, icon }) => (
        <Link key={name} to={to} className="thumb-tab relative text-ink-soft no-underline">
          {icon && <Icon name={icon} className="size-5.5" />}
          {words}
        </Link>
      ))}
    </nav>
  )
}
