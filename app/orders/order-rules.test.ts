import { expect, test } from 'vitest'

import {
  clockOf,
  type Deal,
  dealOf,
  type Deed,
  deedNames,
  deedsFor,
  hasCode,
  isOver,
  mayDo,
  type OrderState,
  orderStates,
  rulesOf,
  tabOf,
} from './order-rules.ts'

const deals: Deal[] = ['copy', 'stock', 'file']
const statesOf = (deal: Deal) => Object.keys(orderStates[deal]) as OrderState[]
const stands = deals.flatMap((deal) => statesOf(deal).map((state) => ({ deal, state, hours: 1 })))
const actors = ['buyer', 'seller', 'market', 'team'] as const

test('what is sold decides how an order lives', () => {
  expect([dealOf('book', 'student'), dealOf('novel', 'store')]).toEqual(['copy', 'stock'])
  expect([dealOf('note', 'student'), dealOf('course', 'student')]).toEqual(['file', 'file'])
})

test('every deed leads from states of its deals to a state of them', () => {
  for (const deed of deedNames) {
    const { deals: of, from, to } = rulesOf(deed)
    for (const deal of of) {
      expect({ deed, deal, to, isState: to in orderStates[deal] }).toMatchObject({ isState: true })
      expect({ deed, deal, from: from.filter((state) => state in orderStates[deal]) }).not.toMatchObject({ from: [] })
    }
  }
})

test('every state of a deal can be reached, and every open one has a way on', () => {
  for (const deal of deals) {
    const reached = new Set<OrderState>(['placed'])
    for (const state of reached) {
      const ways = actors.flatMap((actor) => deedsFor(actor, { deal, state, hours: 1 }))
      expect({ deal, state, hasWayOn: isOver(state) || ways.length > 0 }).toMatchObject({ hasWayOn: true })
      for (const deed of ways) reached.add(rulesOf(deed).to)
    }
    expect([...reached].toSorted()).toEqual(statesOf(deal).toSorted())
  }
})

test('an order that nobody touches ends, but for payments and problems, which wait for people', () => {
  const endless = stands
    .filter(({ deal, state }) => {
      const last = clockOf(deal, state).at(-1)
      return !isOver(state) && !(last && 'does' in last)
    })
    .map(({ deal, state }) => `${deal} ${state}`)
  expect(endless).toEqual(['copy problem', 'stock problem', 'file paid', 'file problem'])
})

test('the clock goes forward, and does only what the market may do', () => {
  for (const { deal, state } of stands) {
    const clock = clockOf(deal, state)
    expect(clock.map(({ after }) => after)).toEqual(clock.map(({ after }) => after).toSorted((a, b) => a - b))
    const done = clock.flatMap((step) => ('does' in step ? [step] : []))
    for (const { does, after } of done) expect(mayDo('market', does, { deal, state, hours: after })).toBe(true)
  }
})

const hoursOf = (deal: Deal, state: OrderState) =>
  clockOf(deal, state).map(
    (step) => `${step.after} h: ${'does' in step ? step.does : Object.keys(step.reminds).join()}`,
  )

test('the clocks are those that were agreed on', () => {
  expect(hoursOf('copy', 'placed')).toEqual(['24 h: seller', '72 h: expire'])
  expect(hoursOf('copy', 'meeting')).toEqual(['72 h: buyer,seller', '240 h: expire'])
  expect(hoursOf('copy', 'packing')).toEqual(['72 h: seller', '168 h: expire'])
  expect(hoursOf('copy', 'sent')).toEqual(['288 h: buyer', '336 h: complete unasked'])
  expect(hoursOf('stock', 'preparing')).toEqual(['72 h: seller', '168 h: expire'])
  expect(hoursOf('stock', 'ready')).toEqual(['72 h: buyer', '120 h: expire'])
  expect(hoursOf('file', 'placed')).toEqual(['72 h: expire'])
  expect(hoursOf('file', 'paid')).toEqual(['12 h: seller', '24 h: seller', '72 h: team'])
})

test('a problem can be reported for three days after the end, with a PDF for seven', () => {
  const within = (deal: Deal, hours: number) => mayDo('buyer', 'report problem', { deal, state: 'completed', hours })
  expect([within('copy', 71.9), within('copy', 72), within('stock', 72)]).toEqual([true, false, false])
  expect([within('file', 167.9), within('file', 168)]).toEqual([true, false])
})

// What follows repeats the table of deeds in another order, in place of reading it.

type Agreed = Partial<Record<OrderState, { buyer: Deed[]; seller: Deed[] }>>

const parcels: Agreed = {
  packing: { buyer: ['cancel'], seller: ['mark as sent', 'cancel'] },
  sent: { buyer: ['say received', 'report problem'], seller: [] },
  completed: { buyer: ['report problem'], seller: [] },
}
const agreed: Record<Deal, Agreed> = {
  copy: {
    placed: { buyer: ['withdraw'], seller: ['accept to meet', 'accept to send', 'decline'] },
    meeting: { buyer: ['cancel', 'report problem'], seller: ['mark as sent', 'hand over', 'cancel'] },
    ...parcels,
  },
  stock: {
    placed: { buyer: ['withdraw'], seller: ['accept to collect', 'accept to send', 'decline'] },
    preparing: {
      buyer: ['cancel', 'report problem'],
      seller: ['mark as ready', 'mark as sent', 'hand over', 'cancel'],
    },
    ready: { buyer: ['cancel', 'report problem'], seller: ['hand over', 'cancel'] },
    ...parcels,
  },
  file: {
    placed: { buyer: ['say paid', 'withdraw'], seller: ['decline'] },
    paid: { buyer: ['report problem'], seller: ['confirm payment', 'deny payment'] },
    completed: { buyer: ['report problem'], seller: [] },
  },
}

test('each side may do what was agreed on, and the team ends problems', () => {
  for (const stand of stands) {
    const { buyer, seller } = agreed[stand.deal][stand.state] ?? { buyer: [], seller: [] }
    const team = stand.state === 'problem' ? ['settle as completed', 'settle as cancelled'] : []
    const may = { buyer: deedsFor('buyer', stand), seller: deedsFor('seller', stand), team: deedsFor('team', stand) }
    expect({ ...stand, ...may }).toEqual({ ...stand, buyer, seller, team })
  }
})

test('each deed leads where it was agreed on, with what must be said', () => {
  const leads = deedNames.map((deed) => [deed, rulesOf(deed).to, rulesOf(deed).needs ?? 'nothing'].join(': '))
  expect(leads).toEqual([
    'accept to meet: meeting: nothing',
    'accept to collect: preparing: nothing',
    'accept to send: packing: nothing',
    'decline: declined: reason',
    'mark as ready: ready: nothing',
    'mark as sent: sent: nothing',
    'hand over: completed: code',
    'say received: completed: nothing',
    'say paid: paid: digits',
    'confirm payment: completed: nothing',
    'deny payment: problem: nothing',
    'give: completed: nothing',
    'cancel: cancelled: reason',
    'withdraw: cancelled: reason',
    'report problem: problem: text',
    'expire: expired: nothing',
    'complete unasked: completed: nothing',
    'settle as completed: completed: text',
    'settle as cancelled: cancelled: text',
    'buyer left: cancelled: nothing',
    'seller left: cancelled: nothing',
  ])
})

test('an order stands under one tab for each side', () => {
  expect([tabOf('buyer', 'copy', 'placed'), tabOf('seller', 'copy', 'placed')]).toEqual(['other', 'own'])
  expect([tabOf('buyer', 'file', 'placed'), tabOf('seller', 'file', 'paid')]).toEqual(['own', 'own'])
  expect([tabOf('buyer', 'copy', 'meeting'), tabOf('seller', 'copy', 'meeting')]).toEqual(['own', 'own'])
  expect([tabOf('buyer', 'copy', 'sent'), tabOf('seller', 'copy', 'sent')]).toEqual(['own', 'other'])
  expect([tabOf('buyer', 'copy', 'packing'), tabOf('seller', 'copy', 'packing')]).toEqual(['other', 'own'])
  expect([tabOf('buyer', 'stock', 'preparing'), tabOf('seller', 'stock', 'preparing')]).toEqual(['other', 'own'])
  expect([tabOf('buyer', 'stock', 'ready'), tabOf('seller', 'stock', 'ready')]).toEqual(['own', 'own'])
  expect([tabOf('buyer', 'copy', 'problem'), tabOf('seller', 'copy', 'expired')]).toEqual(['other', 'ended'])
})

test('whatever takes a code is handed over by it', () => {
  for (const stand of stands)
    expect({ ...stand, is: hasCode(stand.state) }).toEqual({ ...stand, is: mayDo('seller', 'hand over', stand) })
})
