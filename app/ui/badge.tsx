/** A small label on an item, such as its kind in lists that mix several. */
export function Badge({ children }: { children: string }) {
  return (
    <span className="inline-block rounded-sm border border-rule px-1.5 py-px text-2xs font-bold text-ink-soft">
      {children}
    </span>
  )
}
