import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { Icon } from './icon.tsx'

type MenuProps = {
  label: string
  /** `MenuLink`s and `MenuButton`s. */
  children: ReactNode
  /** On phones its links are always visible among those of the surrounding `FoldingNav`. */
  unfolds?: boolean
  /** The side of the label with which the panel is aligned. */
  align?: 'left' | 'right'
  /** Classes of the whole menu: position and label colour. */
  className?: string
}

export function Menu({ label, children, unfolds = false, align = 'right', className = '' }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => closeOnLeave(details.current!), [])

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

/** Links in a row; on phones a panel under the header, opened by a button. Works without script. */
export function FoldingNav({ label, children, className = '' }: FoldingNavProps) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => closeOnLeave(nav.current!.querySelector('details')!, nav.current!), [])

  return (
    <nav ref={nav} aria-label={label} className={className}>
      <details className="md:hidden">
        <summary className="-mr-[12px] flex min-h-11 items-center gap-2 px-[12px] text-sm font-medium whitespace-nowrap">
          Menu
          <Icon name="menu" className="size-5 in-[details[open]>summary]:hidden" />
          <Icon name="close" className="size-5 not-in-[details[open]>summary]:hidden" />
        </summary>
      </details>
      <div className="folding-links">{children}</div>
    </nav>
  )
}

/**
 * Closes on press, focus or scroll outside, on Escape, and after a choice. `menu`: the element that counts as inside.
 */
function closeOnLeave(details: HTMLDetailsElement, menu: HTMLElement = details) {
  const listeners = new AbortController()
  const { signal } = listeners
  // The event of the scroll that brought the label into view fires after the menu has opened.
  let scrollYAtPress = window.scrollY
  const close = () => {
    details.open = false
  }
  const isOutside = (target: EventTarget | null) => target instanceof Node && !menu.contains(target)

  document.addEventListener('pointerdown', ({ target }) => isOutside(target) && close(), { signal })
  document.addEventListener('focusin', ({ target }) => isOutside(target) && close(), { signal })
  window.addEventListener('scroll', () => Math.abs(window.scrollY - scrollYAtPress) > 4 && close(), {
    signal,
    passive: true,
  })
  menu.addEventListener(
    'click',
    ({ target }) => {
      scrollYAtPress = window.scrollY
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

interface MenuLinkProps extends Omit<ComponentProps<typeof Link>, 'className'> {
  /** Whether it links to the current page. */
  isCurrent?: boolean
}

export function MenuLink({ isCurrent = false, ...props }: MenuLinkProps) {
  return <Link aria-current={isCurrent ? 'page' : undefined} {...props} className={row} />
}

/** For actions such as logging out. Belongs in a form. */
export function MenuButton(props: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type="submit" {...props} className={row} />
}
