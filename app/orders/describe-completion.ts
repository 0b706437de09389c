export interface Completion {
  /** Of how many orders, at most 100. */
  orders: number
  completed: number
}

/** Fewer tell nothing. */
export const completionMin = 3

/** Such as "96% of orders completed". */
export const describeCompletion = ({ orders, completed }: Completion) =>
  `${Math.floor((completed / orders) * 100)}% of orders completed`
