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
export const Row = (props: Omit<ComponentProps<'article'>, 'className'>) => <article className="item-row" {...props} />
