import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { NavLink } from 'react-router'

import { Icon } from './icon.tsx'

type MenuProps = {
  label: string
  /** `MenuLink`s and `MenuButton`s. */
  children: ReactNode
  /** An open group inside a larger menu, which stays open, instead of a panel above the page. */
  inline?: boolean
  /** The side of the label under which the panel hangs. */
  align?: 'left' | 'right'
  /** Of the whole menu: its place and the colour of its label. */
  className?: string
}

export function Menu({ label, children, inline = false, align = 'right', className = '' }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => (inline || !details.current ? undefined : closeWhenDone(details.current)), [inline])

  return (
    <details ref={details} open={inline} className={`relative ${className}`}>
      <summary
        className={`flex items-center font-medium ${inline ? 'min-h-12 justify-between gap-2' : 'min-h-11 gap-1 px-3 text-sm md:min-h-16'}`}
      >
        {label}
        <Icon name="chevron-down" className="size-4 transition-transform in-[details[open]>summary]:rotate-180" />
      </summary>
      <div
        className={
          inline
            ? 'mb-2 border-l-3 border-accent pl-1'
            : `absolute top-full z-20 min-w-52 rounded-b-md border-t-3 border-accent bg-sheet p-1 text-sm text-ink shadow-menu ${align === 'right' ? 'right-0' : 'left-0'}`
        }
      >
        {children}
      </div>
    </details>
  )
}

function closeWhenDone(details: HTMLDetailsElement) {
  const listeners = new AbortController()
  const { signal } = listeners
  // The event of a scroll that brought the label into view comes late, when the menu is open already.
  let pressedAt = window.scrollY
  const close = () => {
    details.open = false
  }
  const isOutside = (target: EventTarget | null) => target instanceof Node && !details.contains(target)

  document.addEventListener('pointerdown', ({ target }) => isOutside(target) && close(), { signal })
  document.addEventListener('focusin', ({ target }) => isOutside(target) && close(), { signal })
  window.addEventListener('scroll', () => Math.abs(window.scrollY - pressedAt) > 4 && close(), {
    signal,
    passive: true,
  })
  details.addEventListener(
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
