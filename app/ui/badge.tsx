/** A quiet word on top of an item, where items of several kinds stand together. */
export function Badge({ children }: { children: string }) {
  return (
    <span className="inline-block rounded-sm border border-rule px-1.5 py-px text-2xs font-bold text-ink-soft">
      {children}
    </span>
  )
}
