import type { ReactElement } from 'react'

/** Names with their values; those without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, string | ReactElement | null])[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 md:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]">
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-ink-soft">{name}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
