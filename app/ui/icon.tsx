import drawings from './drawings.svg?url&no-inline'

/** The names of the drawings in drawings.svg: one file that every page shares, instead of paths in every page's script. */
export type IconName =
  | 'add'
  | 'book'
  | 'bookmark'
  | 'camera'
  | 'cap'
  | 'check'
  | 'chevron-down'
  | 'close'
  | 'comment'
  | 'document'
  | 'edit'
  | 'exclamation'
  | 'eye'
  | 'home'
  | 'mail'
  | 'menu'
  | 'pause'
  | 'phone'
  | 'play'
  | 'question'
  | 'star'
  | 'storefront'
  | 'trash'
  | 'upload'
  | 'warning'

/** An icon alone is hidden from assistive technology: the word beside it, or an `sr-only` one, says what it is. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden="true" className={`icon ${className}`}>
      <use href={`${drawings}#${name}`} />
    </svg>
  )
}

/** A shelf with a gamosa over the last books, for where nothing is. */
export function ShelfDrawing({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 200 112" aria-hidden="true" className={className}>
      <use href={`${drawings}#shelf`} />
    </svg>
  )
}
