import { conditionOf } from './conditions.ts'

const diamonds = [5, 15, 25, 35].map((x) => `M${x} 1l4 4-4 4-4-4z`)

/** The condition in the specification's words, with as many filled diamonds as it is worth. */
export function ConditionBadge({ condition }: { condition: string }) {
  const worth = conditionOf(condition)?.worth ?? 0
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 font-semibold">
      <svg viewBox="0 0 40 10" aria-hidden="true" className="h-2.5 w-10 flex-none stroke-current">
        <path d={diamonds.slice(0, worth).join('')} className="fill-current" />
        <path d={diamonds.slice(worth).join('')} className="fill-none" />
      </svg>
      {condition}
    </span>
  )
}
