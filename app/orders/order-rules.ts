import type { AccountKind } from '#app/access/role-rules.ts'
import type { NoticeEvent } from '#app/notices/notice-rules.ts'

/** What is sold decides how an order lives: one used copy of a student's, a store's stock, or PDFs. */
export type Deal = 'copy' | 'stock' | 'file'

export const dealOf = (kind: string, seller: AccountKind): Deal =>
  kind === 'note' || kind === 'course' ? 'file' : seller === 'store' ? 'stock' : 'copy'

export type Side = 'buyer' | 'seller'
/** The market acts by the clock, and at once where nobody needs to. */
export type Actor = Side | 'market' | 'team'

export type OrderState =
  | 'placed'
  | 'meeting'
  | 'packing'
  | 'preparing'
  | 'ready'
  | 'sent'
  | 'paid'
  | 'problem'
  | 'completed'
  | 'declined'
  | 'cancelled'
  | 'expired'

/** What the clock does after so many hours in a state: it reminds somebody, or does a deed. */
type ClockStep = { after: number } & ({ reminds: Tells } | { does: Deed })

/** Who is told of what. */
type Tells = Partial<Record<Side | 'team', NoticeEvent>>

interface StateRules {
  /** Whose turn it is. Nobody's: the order has ended, or waits for the team. */
  waitsFor: readonly Side[]
  clock?: readonly ClockStep[]
}

const day = 24

/** A state that an order of a deal cannot be in is missing. */
const goods = {
  packing: {
    waitsFor: ['seller'],
    clock: [
      { after: 3 * day, reminds: { seller: 'order to send' } },
      { after: 7 * day, does: 'expire' },
    ],
  },
  sent: {
    waitsFor: ['buyer'],
    clock: [
      { after: 12 * day, reminds: { buyer: 'order to confirm' } },
      { after: 14 * day, does: 'complete unasked' },
    ],
  },
} as const satisfies Partial<Record<OrderState, StateRules>>

const toAnswer = {
  waitsFor: ['seller'],
  clock: [
    { after: day, reminds: { seller: 'order to answer' } },
    { after: 3 * day, does: 'expire' },
  ],
} as const satisfies StateRules

const over = {
  problem: { waitsFor: [] },
  completed: { waitsFor: [] },
  declined: { waitsFor: [] },
  cancelled: { waitsFor: [] },
  expired: { waitsFor: [] },
} as const satisfies Partial<Record<OrderState, StateRules>>

/** The states of each deal, with what the clock does in them. */
export const orderStates: Record<Deal, Partial<Record<OrderState, StateRules>>> = {
  copy: {
    placed: toAnswer,
    meeting: {
      waitsFor: ['buyer', 'seller'],
      clock: [
        { after: 3 * day, reminds: { buyer: 'order to meet', seller: 'order to meet' } },
        { after: 10 * day, does: 'expire' },
      ],
    },
    ...goods,
    ...over,
  },
  stock: {
    placed: toAnswer,
    preparing: {
      waitsFor: ['seller'],
      clock: [
        { after: 3 * day, reminds: { seller: 'order to prepare' } },
        { after: 7 * day, does: 'expire' },
      ],
    },
    ready: {
      waitsFor: ['buyer', 'seller'],
      clock: [
        { after: 3 * day, reminds: { buyer: 'order to collect' } },
        { after: 5 * day, does: 'expire' },
      ],
    },
    ...goods,
    ...over,
  },
  file: {
    placed: { waitsFor: ['buyer'], clock: [{ after: 3 * day, does: 'expire' }] },
    paid: {
      waitsFor: ['seller'],
      clock: [
        { after: 12, reminds: { seller: 'payment to confirm' } },
        { after: day, reminds: { seller: 'payment to confirm' } },
        { after: 3 * day, reminds: { team: 'payment not confirmed' } },
      ],
    },
    ...over,
  },
}

/** After how many hours in a state the clock ends an order. */
export const hoursUntilExpired = (deal: Deal, state: OrderState) =>
  orderStates[deal][state]!.clock!.find((step) => 'does' in step && step.does === 'expire')!.after

/** What somebody must say with a deed. */
type Needs = 'code' | 'reason' | 'text' | 'digits'

interface DeedRules {
  by: readonly Actor[]
  deals: readonly Deal[]
  from: readonly OrderState[]
  to: OrderState
  needs?: Needs
  /** How many hours after the order came into its state it can still be done, where that is not always. */
  within?: Partial<Record<OrderState, Record<Deal, number>>>
  tells: Tells
}

const any = ['copy', 'stock', 'file'] as const
const bound = ['copy', 'stock'] as const
const accepted = ['meeting', 'packing', 'preparing', 'ready'] as const
const beforeCode = ['meeting', 'preparing', 'ready'] as const
/** In which an order is not over. */
export const openStates = ['placed', ...accepted, 'sent', 'paid', 'problem'] as const

/** Everything that can happen to an order after it was placed. Nothing else changes its state. */
const deeds = {
  'accept to meet': {
    by: ['seller'],
    deals: ['copy'],
    from: ['placed'],
    to: 'meeting',
    tells: { buyer: 'order accepted' },
  },
  'accept to collect': {
    by: ['seller', 'market'],
    deals: ['stock'],
    from: ['placed'],
    to: 'preparing',
    tells: { buyer: 'order accepted' },
  },
  'accept to send': {
    by: ['seller'],
    deals: bound,
    from: ['placed'],
    to: 'packing',
    tells: { buyer: 'order accepted' },
  },
  decline: {
    by: ['seller'],
    deals: any,
    from: ['placed'],
    to: 'declined',
    needs: 'reason',
    tells: { buyer: 'order declined' },
  },
  'mark as ready': {
    by: ['seller'],
    deals: ['stock'],
    from: ['preparing'],
    to: 'ready',
    tells: { buyer: 'order ready' },
  },
  'mark as sent': {
    by: ['seller'],
    deals: bound,
    from: ['packing', 'meeting', 'preparing'],
    to: 'sent',
    tells: { buyer: 'order sent' },
  },
  'hand over': {
    by: ['seller'],
    deals: bound,
    from: beforeCode,
    to: 'completed',
    needs: 'code',
    tells: { buyer: 'order handed over' },
  },
  'say received': {
    by: ['buyer'],
    deals: bound,
    from: ['sent'],
    to: 'completed',
    tells: { seller: 'order received' },
  },
  'say paid': {
    by: ['buyer'],
    deals: ['file'],
    from: ['placed'],
    to: 'paid',
    needs: 'digits',
    tells: { seller: 'payment said' },
  },
  'confirm payment': {
    by: ['seller'],
    deals: ['file'],
    from: ['paid'],
    to: 'completed',
    tells: { buyer: 'payment confirmed' },
  },
  'deny payment': {
    by: ['seller'],
    deals: ['file'],
    from: ['paid'],
    to: 'problem',
    tells: { buyer: 'payment denied', team: 'order problem' },
  },
  /** What is free is not paid for. */
  give: {
    by: ['market'],
    deals: ['file'],
    from: ['placed'],
    to: 'completed',
    tells: {},
  },
  cancel: {
    by: ['buyer', 'seller'],
    deals: bound,
    from: accepted,
    to: 'cancelled',
    needs: 'reason',
    tells: { buyer: 'order cancelled', seller: 'order cancelled' },
  },
  /** Before the seller has answered; the seller declines. */
  withdraw: {
    by: ['buyer'],
    deals: any,
    from: ['placed'],
    to: 'cancelled',
    needs: 'reason',
    tells: { seller: 'order cancelled' },
  },
  'report problem': {
    by: ['buyer'],
    deals: any,
    from: [...beforeCode, 'sent', 'paid', 'completed'],
    to: 'problem',
    needs: 'text',
    within: { completed: { copy: 3 * day, stock: 3 * day, file: 7 * day } },
    tells: { seller: 'order problem', team: 'order problem' },
  },
  expire: {
    by: ['market'],
    deals: any,
    from: ['placed', ...accepted],
    to: 'expired',
    tells: { buyer: 'order expired', seller: 'order expired' },
  },
  'complete unasked': {
    by: ['market'],
    deals: bound,
    from: ['sent'],
    to: 'completed',
    tells: { buyer: 'order completed', seller: 'order completed' },
  },
  'settle as completed': {
    by: ['team'],
    deals: any,
    from: ['problem'],
    to: 'completed',
    needs: 'text',
    tells: { buyer: 'problem settled', seller: 'problem settled' },
  },
  'settle as cancelled': {
    by: ['team'],
    deals: any,
    from: ['problem'],
    to: 'cancelled',
    needs: 'text',
    tells: { buyer: 'problem settled', seller: 'problem settled' },
  },
  // The account of one side is deleted.
  'buyer left': { by: ['market'], deals: any, from: openStates, to: 'cancelled', tells: { seller: 'order left' } },
  'seller left': { by: ['market'], deals: any, from: openStates, to: 'cancelled', tells: { buyer: 'order left' } },
} as const satisfies Record<string, DeedRules>

export type Deed = keyof typeof deeds
export const deedNames = Object.keys(deeds) as Deed[]

/** Its rules, without the narrow types of the table. */
export const rulesOf = (deed: Deed): DeedRules => deeds[deed]

const stateRules = (deal: Deal, state: OrderState): StateRules => orderStates[deal][state]!

export const clockOf = (deal: Deal, state: OrderState): readonly ClockStep[] => stateRules(deal, state).clock ?? []

/** When the clock will end an order that stays in its state; null: it will not. */
export function endOf(deal: Deal, state: OrderState, since: Date) {
  const last = clockOf(deal, state).at(-1)
  return last && 'does' in last ? new Date(since.getTime() + last.after * 3_600_000) : null
}

interface Stand {
  deal: Deal
  state: OrderState
  /** How long it has been in its state. */
  hours: number
}

/** Whether somebody may do this with an order as it stands. */
export function mayDo(actor: Actor, deed: Deed, { deal, state, hours }: Stand) {
  const { by, deals, from, within } = rulesOf(deed)
  const limit = within?.[state]?.[deal]
  return by.includes(actor) && deals.includes(deal) && from.includes(state) && (limit === undefined || hours < limit)
}

/** What somebody may do with an order as it stands, in the order of the table. */
export const deedsFor = (actor: Actor, order: Stand) => deedNames.filter((deed) => mayDo(actor, deed, order))

/** Orders that came to nothing give their copies back. */
export const isVoid = (state: OrderState) => state === 'declined' || state === 'cancelled' || state === 'expired'
export const isOver = (state: OrderState) => state === 'completed' || isVoid(state)

/** Under which tab a side finds its orders: those that wait for it, those that wait for others, and those that are over. */
export const orderTabs = ['own', 'other', 'completed', 'ended'] as const
export type OrderTab = (typeof orderTabs)[number]

export function tabOf(side: Side, deal: Deal, state: OrderState): OrderTab {
  if (state === 'completed') return 'completed'
  if (isVoid(state)) return 'ended'
  return stateRules(deal, state).waitsFor.includes(side) ? 'own' : 'other'
}

/** From acceptance on each side sees how to reach the other: of files from the payment's confirmation on. */
export const showsContact = (state: OrderState) => !['placed', 'paid', 'declined'].includes(state)
/** For so long after the end. */
export const contactDays = 30

export const isAccepted = (state: OrderState) => (accepted as readonly OrderState[]).includes(state)

/** Whether an order in this state has a hand-over code. */
export const hasCode = (state: OrderState) => (beforeCode as readonly OrderState[]).includes(state)
export const codeTriesMax = 5
export const codeLockMinutes = 15

export const cancelReasons = {
  'sold elsewhere': 'Sold elsewhere',
  damaged: 'Damaged',
  'no answer': 'No answer',
  price: 'Price',
  'did not come': 'Did not come',
  other: 'Other',
} as const
export type CancelReason = keyof typeof cancelReasons
