import { conditionOf } from './conditions.ts'

/** The condition in the specification's words, with as many filled diamonds as it is worth (posts.css). */
export const ConditionBadge = ({ condition }: { condition: string }) => (
  <span className="condition" data-worth={conditionOf(condition)?.worth}>
    {condition}
  </span>
)
