import { expect, test } from 'vitest'

import { lineOf } from './order-line.ts'
import type { Deed, OrderState } from './order-rules.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))
const step = (deed: Deed, toState: OrderState, day: number) => ({
  deed,
  toState,
  by: 'seller',
  reason: null,
  detail: null,
  at: at(day).toISOString(),
})
const rating = (by: 'buyer' | 'seller', day: number) => ({
  by,
  stars: 5,
  words: null,
  answer: null,
  isShown: true,
  isReported: false,
  at: at(day).toISOString(),
})
const order = { deal: 'copy' as const, createdAt: at(1), hours: 1, history: [], ratings: [] }
const handedOver = [step('accept to meet', 'meeting', 2), step('hand over', 'completed', 3)]
const labels = (line: ReturnType<typeof lineOf>) =>
  line.map(({ label, at: day }) => `${label} ${day?.getUTCDate() ?? '?'}`)

test('what has happened, and then what is to come', () => {
  expect(labels(lineOf({ ...order, state: 'placed' }))).toEqual(['Placed 1', 'Accepted ?', 'Handed over ?'])
  const history = [step('accept to send', 'packing', 2), step('mark as sent', 'sent', 4)]
  expect(labels(lineOf({ ...order, state: 'sent', history }))).toEqual([
    'Placed 1',
    'Accepted 2',
    'Sent 4',
    'Received ?',
  ])
  const declined = [step('decline', 'declined', 2)]
  expect(labels(lineOf({ ...order, state: 'declined', history: declined }))).toEqual(['Placed 1', 'Declined 2'])
})

test('a completed order is to be rated, for 14 days', () => {
  const completed = { ...order, state: 'completed' as const, history: handedOver }
  const steps = ['Placed 1', 'Accepted 2', 'Handed over 3']
  expect(labels(lineOf(completed))).toEqual([...steps, 'Rated ?'])
  expect(labels(lineOf({ ...completed, ratings: [rating('seller', 4)] }))).toEqual([...steps, 'Rated ?'])
  expect(labels(lineOf({ ...completed, ratings: [rating('buyer', 5)] }))).toEqual([...steps, 'Rated 5'])
  expect(labels(lineOf({ ...completed, hours: 14 * 24 }))).toEqual(steps)
})

test('a problem after the rating stands behind it', () => {
  const history = [...handedOver, step('report problem', 'problem', 6)]
  const line = lineOf({ ...order, state: 'problem', history, ratings: [rating('buyer', 5)] })
  expect(labels(line)).toEqual(['Placed 1', 'Accepted 2', 'Handed over 3', 'Rated 5', 'Problem 6', 'Settled ?'])
})
