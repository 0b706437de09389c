import type { ListedPost } from './post-queries.server.ts'

export const soldOutText = 'Sold out'

/** "Sold out", or how many copies are left; null if they are not counted. */
export function describeStock({ isSoldOut, copiesLeft }: Pick<ListedPost, 'isSoldOut' | 'copiesLeft'>) {
  if (isSoldOut) return soldOutText
  if (copiesLeft === null) return null
  const text = copiesLeft === 1 ? '1 copy left' : `${copiesLeft.toLocaleString('en-IN')} copies left`
  return copiesLeft <= 2 ? `Only ${text}` : text
}
