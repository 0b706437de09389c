import type { ComponentProps } from 'react'
import { Link } from 'react-router'

type Look = {
  /** `main` is the one thing to do on a surface; `bad` is what cannot be undone, in words and never as a fill. */
  variant?: 'main' | 'ink' | 'line' | 'quiet' | 'bad' | undefined
  /** For an icon alone, with its name in an `sr-only` text. */
  square?: boolean | undefined
  wide?: boolean | undefined
}

const variants = {
  main: 'min-h-12 border-transparent bg-accent text-base text-on-accent hover:bg-accent-deep',
  ink: 'min-h-11 border-transparent bg-ink text-sm text-paper hover:opacity-88',
  line: 'min-h-11 border-edge text-sm hover:bg-leaf',
  quiet: 'min-h-11 border-transparent text-sm hover:bg-leaf',
  bad: 'min-h-11 border-transparent text-sm text-accent-ink hover:bg-leaf',
}

function look({ variant = 'quiet', square, wide }: Look, className = '') {
  const inset = square ? 'w-11 flex-none' : variant === 'main' ? 'px-6' : 'px-4.5'
  return [
    'inline-flex items-center justify-center gap-2 rounded-md border leading-tight font-medium whitespace-nowrap no-underline transition-colors',
    'aria-disabled:cursor-default aria-disabled:border-transparent aria-disabled:bg-rule aria-disabled:text-ink-soft aria-disabled:opacity-100',
    variants[variant],
    inset,
    wide ? 'w-full' : '',
    className,
  ].join(' ')
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
