import type { Deal, Deed, OrderState, OrderTab, Side } from './order-rules.ts'

type Words = Record<Deal, string> | string

/** The state of an order in words, for each side. */
const stateWords: Record<Side, Record<OrderState, Words>> = {
  buyer: {
    placed: { copy: 'Placed. The seller answers', stock: 'Placed. The store answers', file: 'Placed. Pay the seller' },
    meeting: 'Accepted. Meet the seller',
    packing: 'Accepted. The seller sends it',
    preparing: 'Accepted. The store gets it ready',
    ready: 'Ready to collect',
    sent: 'Sent. It is on its way',
    paid: 'Paid. The seller confirms',
    problem: 'Problem. Our team looks into it',
    completed: 'Completed',
    declined: 'Declined',
    cancelled: 'Cancelled',
    expired: 'Expired',
  },
  seller: {
    placed: { copy: 'New', stock: 'New', file: 'New. The buyer pays' },
    meeting: 'Accepted. Meet the buyer',
    packing: 'Accepted. Send it',
    preparing: 'Accepted. Get it ready',
    ready: 'Ready to collect',
    sent: 'Sent',
    paid: 'Paid',
    problem: 'Problem. Our team looks into it',
    completed: 'Completed',
    declined: 'Declined',
    cancelled: 'Cancelled',
    expired: 'Expired',
  },
}

export function describeState(side: Side, deal: Deal, state: OrderState) {
  const words = stateWords[side][state]
  return typeof words === 'string' ? words : words[deal]
}

/** Short labels of order states, for the team's pages and for the timeline on the buyer's order card. */
export const stateLabels: Record<OrderState, string> = {
  placed: 'Placed',
  meeting: 'Accepted',
  packing: 'Accepted',
  preparing: 'Accepted',
  ready: 'Ready',
  sent: 'Sent',
  paid: 'Paid',
  problem: 'Problem',
  completed: 'Completed',
  declined: 'Declined',
  cancelled: 'Cancelled',
  expired: 'Expired',
}

/** What must be done by the end that the clock sets. */
const deadlineWords: Partial<Record<OrderState, Words>> = {
  placed: { copy: 'Answer by', stock: 'Answer by', file: 'Pay by' },
  meeting: 'Meet by',
  packing: 'Send by',
  preparing: 'Ready by',
  ready: 'Collect by',
  sent: 'Counts as received on',
}

export const describeDeadline = (deal: Deal, state: OrderState) => {
  const words = deadlineWords[state]
  return typeof words === 'object' ? words[deal] : (words ?? null)
}

export const tabLabels: Record<Side, Record<OrderTab, string>> = {
  buyer: { own: 'Waits for you', other: 'Waits for the seller', completed: 'Completed', ended: 'Cancelled' },
  seller: { own: 'Waits for you', other: 'Waits for the buyer', completed: 'Completed', ended: 'Ended' },
}

/** The buttons. Deeds without one are not done by people on these pages. */
export const deedLabels: Partial<Record<Deed, string>> = {
  decline: 'Decline',
  'mark as ready': 'Mark as ready',
  'mark as sent': 'Mark as sent',
  'hand over': 'Enter code',
  'say received': 'I have received it',
  'say paid': 'I have paid',
  'confirm payment': 'Confirm payment',
  'deny payment': 'Not received',
  cancel: 'Cancel order',
  withdraw: 'Cancel order',
  'report problem': 'Report a problem',
}

export const orderAnswers = {
  gone: 'This order is not there any more.',
  tooLate: 'The order has moved on since you opened this page. Here it is as it stands now.',
  notSaved: 'That could not be saved. Please try again.',
}

export const wrongCode = (triesLeft: number) =>
  `This is not the code of the order. ${triesLeft === 1 ? 'One try is' : `${triesLeft} tries are`} left.`

export const lockedCode = (minutes: number) =>
  `Too many wrong codes. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
