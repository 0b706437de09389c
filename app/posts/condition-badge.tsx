import { conditionOf } from './conditions.ts'

/** The condition in the specification's words. */
export const ConditionBadge = ({ condition }: { condition: string }) => <b className="font-semibold">{condition}</b>

const steps = 4

/** Where a condition stands between the worst and the best (posts.css). */
export function ConditionScale({ condition }: { condition: string }) {
  const worth = conditionOf(condition)?.worth
  if (!worth) return null
  return (
    <span className="condition-scale" data-worth={worth}>
      <span className="sr-only">{`Step ${worth} of ${steps} from Poor to New`}</span>
      <span aria-hidden="true">Poor</span>
      <span aria-hidden="true">New</span>
    </span>
  )
}
