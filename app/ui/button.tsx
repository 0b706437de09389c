import type { ComponentProps } from 'react'
import { Link } from 'react-router'

type Look = {
  /** `main`: the primary action of a surface. `bad`: an action that cannot be undone, coloured but never filled. */
  variant?: 'main' | 'ink' | 'line' | 'quiet' | 'bad' | undefined
  /** For a lone icon, with its name in an `sr-only` text. */
  square?: boolean | undefined
  wide?: boolean | undefined
}

/** Defined in controls.css: every card has buttons, and their utility class names were a third of its HTML. */
const variants = {
  main: 'button button-main',
  ink: 'button button-ink',
  line: 'button button-line',
  quiet: 'button',
  bad: 'button button-bad',
}

function look({ variant = 'quiet', square, wide }: Look, className?: string) {
  const shape = (square ? ' w-11 flex-none px-0' : '') + (wide ? ' w-full' : '')
  return variants[variant] + shape + (className ? ` ${className}` : '')
}

type ButtonProps = Look &
  Omit<ComponentProps<'button'>, 'disabled'> & {
    /** The action is running: clicks are ignored. Unlike a disabled button it keeps the focus. */
    busy?: boolean
  }

export function Button({ variant, square, wide, busy, className, type = 'button', onClick, ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={look({ variant, square, wide }, className)}
      {...rest}
    />
  )
}

type ButtonLinkProps = Look & ComponentProps<typeof Link>

export function ButtonLink({ variant, square, wide, className, ...rest }: ButtonLinkProps) {
  return <Link className={look({ variant, square, wide }, className)} {...rest} />
}
