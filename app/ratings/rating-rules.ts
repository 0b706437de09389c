export const starsMax = 5
export const wordsMax = 1_000

/** For so long after its completion an order can be rated. What only one side has given shows after that. */
export const ratingDays = 14

/** Who gives a rating. */
export type Rater = 'buyer' | 'seller'

/** What a rating depends on of its order. */
export interface RatedOrder {
  deal: 'copy' | 'stock' | 'file'
  state: string
  /** How long it has been in its state. */
  hours: number
}

/** PDFs are rated by their buyer alone. */
const rates = (by: Rater, deal: RatedOrder['deal']) => by === 'buyer' || deal !== 'file'

export const mayRate = (by: Rater, { deal, state, hours }: RatedOrder) =>
  rates(by, deal) && state === 'completed' && hours < ratingDays * 24

/** When the time to rate ends, of an order that is completed since then. */
export const ratingEnd = (completedAt: Date) => new Date(completedAt.getTime() + ratingDays * 86_400_000)

/** Whether a rating waits until the other side has given one. */
export const isBlind = (deal: RatedOrder['deal']) => rates('seller', deal)

export type Tap = 'asPromised' | 'communication' | 'useful'

/** What is asked besides the stars, each with one tap. */
export function tapsOf(by: Rater, deal: RatedOrder['deal']): Tap[] {
  if (by === 'seller') return ['communication']
  return deal === 'file' ? ['useful', 'communication'] : ['asPromised', 'communication']
}
