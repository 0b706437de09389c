import drawings from './drawings.svg?url&no-inline'

/** Ids in drawings.svg: one cached file for all pages, instead of paths in every page's script. */
export type IconName =
  | 'add'
  | 'bell'
  | 'book'
  | 'bookmark'
  | 'box'
  | 'camera'
  | 'cap'
  | 'check'
  | 'chevron-down'
  | 'chevron-left'
  | 'chevron-right'
  | 'clock'
  | 'close'
  | 'comment'
  | 'copy'
  | 'document'
  | 'download'
  | 'edit'
  | 'exclamation'
  | 'eye'
  | 'filter'
  | 'flag'
  | 'heart'
  | 'home'
  | 'lock'
  | 'mail'
  | 'menu'
  | 'pause'
  | 'phone'
  | 'play'
  | 'question'
  | 'scan'
  | 'search'
  | 'share'
  | 'star'
  | 'storefront'
  | 'trash'
  | 'upload'
  | 'warning'
  | 'zoom'

/** Hidden from assistive technology: text beside it, or an `sr-only` one, must name it. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden="true" className={`icon ${className}`}>
      <use href={`${drawings}#${name}`} />
    </svg>
  )
}

/** A shelf with a gamosa (Assamese cloth) over the last books, for empty lists. */
export function ShelfDrawing({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 200 112" aria-hidden="true" className={className}>
      <use href={`${drawings}#shelf`} />
    </svg>
  )
}
