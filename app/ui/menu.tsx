import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { NavLink } from 'react-router'

import { Icon } from './icon.tsx'

type MenuProps = {
  label: string
  /** `MenuLink`s and `MenuButton`s. */
  children: ReactNode
  /** On phones its links stand open among those of the `FoldingNav` around it. */
  unfolds?: boolean
  /** The side of the label under which the panel hangs. */
  align?: 'left' | 'right'
  /** Of the whole menu: its place and the colour of its label. */
  className?: string
}

export function Menu({ label, children, unfolds = false, align = 'right', className = '' }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => closeWhenDone(details.current!), [])

  return (
    <details ref={details} className={`relative ${unfolds ? 'unfolds' : ''} ${className}`}>
      <summary
        className={`flex items-center px-3 font-medium md:min-h-16 md:gap-1 md:text-sm ${unfolds ? 'min-h-12 justify-between gap-2' : 'min-h-11 gap-1 text-sm'}`}
      >
        {label}
        <Icon
          name="chevron-down"
          className="chevron size-4 transition-transform in-[details[open]>summary]:rotate-180"
        />
      </summary>
      <div className={`menu-panel ${align === 'right' ? 'right-0' : 'left-0'}`}>{children}</div>
    </details>
  )
}

type FoldingNavProps = {
  label: string
  /** Links and `Menu`s that unfold. */
  children: ReactNode
  className?: string
}

/** Links in a row; on phones a sheet under the header, behind a button. Without script, too. */
export function FoldingNav({ label, children, className = '' }: FoldingNavProps) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => closeWhenDone(nav.current!.querySelector('details')!, nav.current!), [])

  return (
    <nav ref={nav} aria-label={label} className={className}>
      <details className="md:hidden">
        <summary className="-mr-3 flex min-h-11 items-center gap-2 px-3 text-sm font-medium whitespace-nowrap">
          Menu
          <Icon name="menu" className="size-5 in-[details[open]>summary]:hidden" />
          <Icon name="close" className="size-5 not-in-[details[open]>summary]:hidden" />
        </summary>
      </details>
      <div className="folding-links">{children}</div>
    </nav>
  )
}

/** What belongs to the menu may lie outside its `<details>`. */
function closeWhenDone(details: HTMLDetailsElement, menu: HTMLElement = details) {
  const listeners = new AbortController()
  const { signal } = listeners
  // The event of a scroll that brought the label into view comes late, when the menu is open already.
  let pressedAt = window.scrollY
  const close = () => {
    details.open = false
  }
  const isOutside = (target: EventTarget | null) => target instanceof Node && !menu.contains(target)

  document.addEventListener('pointerdown', ({ target }) => isOutside(target) && close(), { signal })
  document.addEventListener('focusin', ({ target }) => isOutside(target) && close(), { signal })
  window.addEventListener('scroll', () => Math.abs(window.scrollY - pressedAt) > 4 && close(), {
    signal,
    passive: true,
  })
  menu.addEventListener(
    'click',
    ({ target }) => {
      pressedAt = window.scrollY
      if ((target as Element).closest('a, button')) close()
    },
    { signal },
  )
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Escape' || !details.open) return
      close()
      details.querySelector('summary')?.focus()
    },
    { signal },
  )
  return () => listeners.abort()
}

const row =
  'flex min-h-11 w-full items-center rounded-sm px-3 text-left no-underline hover:bg-leaf aria-[current=page]:text-accent-ink'

export function MenuLink(props: Omit<ComponentProps<typeof NavLink>, 'className'>) {
  return <NavLink end {...props} className={row} />
}

/** For what changes something, such as logging out: it belongs in a form. */
export function MenuButton(props: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type="submit" {...props} className={row} />
}
