import type { OrderRating } from '#app/ratings/rating-queries.server.ts'
import { mayRate } from '#app/ratings/rating-rules.ts'

import type { OrderStep } from './order-queries.server.ts'
import { type Deal, type Deed, isOver, type OrderState } from './order-rules.ts'
import { stateLabels } from './state-texts.ts'

export interface LineStep {
  label: string
  /** Null: it has not happened yet. */
  at: Date | null
}

const deedLabels: Partial<Record<Deed, string>> = {
  'hand over': 'Handed over',
  'say received': 'Received',
  'confirm payment': 'Confirmed',
}

/** What is expected to come. */
const comes: Record<Deal, Partial<Record<OrderState, string[]>>> = {
  copy: {
    placed: ['Accepted', 'Handed over'],
    meeting: ['Handed over'],
    packing: ['Sent', 'Received'],
    sent: ['Received'],
    problem: ['Settled'],
  },
  stock: {
    placed: ['Accepted', 'Handed over'],
    preparing: ['Ready', 'Handed over'],
    ready: ['Handed over'],
    packing: ['Sent', 'Received'],
    sent: ['Received'],
    problem: ['Settled'],
  },
  file: { placed: ['Paid', 'Confirmed'], paid: ['Confirmed'], problem: ['Settled'] },
}

interface Lined {
  deal: Deal
  state: OrderState
  createdAt: Date
  history: OrderStep[]
  hours: number
  ratings: OrderRating[]
}

/** The buyer's line of time: what has happened to an order, and what is to come. */
export function lineOf(order: Lined): LineStep[] {
  const { deal, state, createdAt, history, ratings } = order
  const done = history.map(({ deed, toState, at }) => ({
    label: deedLabels[deed] ?? stateLabels[toState],
    at: new Date(at),
  }))
  const ahead = isOver(state) ? [] : (comes[deal][state] ?? [])
  const rating = ratings.find(({ by }) => by === 'buyer')
  const rated = rating ? [{ label: 'Rated', at: new Date(rating.at) }] : []
  const toRate = rating || !mayRate('buyer', order) ? [] : ['Rated']
  return [
    { label: stateLabels.placed, at: createdAt },
    ...[...done, ...rated].toSorted((one, other) => one.at.getTime() - other.at.getTime()),
    ...[...ahead, ...toRate].map((label) => ({ label, at: null })),
  ]
}
