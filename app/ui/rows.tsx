import type { ComponentProps } from 'react'

/** A list of items: full-width rows on phones, a grid of bordered cards on desktops. */
export function Rows({ className = '', ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={`-mx-4 md:mx-0 md:grid md:grid-cols-[repeat(auto-fill,minmax(340px,1fr))] md:gap-5 ${className}`}
      {...rest}
    />
  )
}

/** Has three children: picture, text, actions. */
export const Row = (props: Omit<ComponentProps<'article'>, 'className'>) => <article className="item-row" {...props} />
