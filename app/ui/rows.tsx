import type { ComponentProps } from 'react'

/** A list of items to find one in: one item a row on phones, from edge to edge; bordered cards beside each other on desktops. */
export function Rows({ className = '', ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={`-mx-4 md:mx-0 md:grid md:grid-cols-[repeat(auto-fill,minmax(340px,1fr))] md:gap-5 ${className}`}
      {...rest}
    />
  )
}

/** Three parts: a picture, the text beside it, the actions below. */
export function Row({ className = '', ...rest }: ComponentProps<'article'>) {
  return (
    <article
      className={`grid grid-cols-[84px_minmax(0,1fr)] gap-x-3.5 border-b border-rule bg-paper p-4 md:grid-cols-[104px_minmax(0,1fr)] md:grid-rows-[1fr_auto] md:rounded-md md:border ${className}`}
      {...rest}
    />
  )
}
