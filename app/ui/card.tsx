import type { ComponentProps } from 'react'

export function Card({ className = '', ...rest }: ComponentProps<'article'>) {
  return <article className={`rounded-md border border-rule bg-paper p-4 ${className}`} {...rest} />
}
