import type { ReactNode, Ref } from 'react'

interface FoldProps {
  /** Pressed to see the rest. */
  label: string
  /** Whether it is open from the start. */
  isOpen?: boolean
  children: ReactNode
  ref?: Ref<HTMLDetailsElement>
}

/** What few people need, behind a word: among others in a row, it takes the whole width when it is open. */
export function Fold({ label, isOpen = false, children, ref }: FoldProps) {
  return (
    <details ref={ref} open={isOpen} className="open:basis-full">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-medium text-accent-ink">
        {label}
      </summary>
      {children}
    </details>
  )
}
