/** A small label on an item, in lists that mix several kinds. */
export function Badge({ children }: { children: string }) {
  return (
    <span className="inline-block rounded-sm border border-rule px-1.5 py-px text-2xs font-bold text-ink-soft">
      {children}
    </span>
  )
}
