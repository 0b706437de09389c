import type { ComponentProps } from 'react'
import { Link } from 'react-router'

type Look = {
  /** `main` is the one thing to do on a surface; `bad` is what cannot be undone, in words and never as a fill. */
  variant?: 'main' | 'ink' | 'line' | 'quiet' | 'bad' | undefined
  /** For an icon alone, with its name in an `sr-only` text. */
  square?: boolean | undefined
  wide?: boolean | undefined
}

/** They stand in theme.css: every card of a list has buttons, and names of utilities were a third of its size. */
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
    /** What it does is on its way: it cannot be done twice. Unlike a disabled one it keeps the focus, to come back to. */
    busy?: boolean
  }

/** A plain button unless it says `type="submit"`. */
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
