import { sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import { changeOrder } from '#app/orders/change-order.server.ts'
import {
  type Actor,
  type CancelReason,
  cancelReasons,
  clockOf,
  type Deal,
  type Deed,
  deedNames,
  deedsFor,
  isOver,
  isVoid,
  type OrderState,
  rulesOf,
  type Side,
} from '#app/orders/order-rules.ts'
import { placeOrder } from '#app/orders/place-order.server.ts'
import { runClock } from '#app/orders/run-clock.job.server.ts'
import { settleOrder } from '#app/orders/settle-order.server.ts'
import { createDb, type Db } from '#app/platform/db.server.ts'
import { aBook, aNote, aStore, aStudent } from '#database/makers.ts'

import { createDatabase, startTestPostgres } from '../support/postgres.ts'
import type { Finding } from './finding.ts'
import { integer, pick, type Random, randomOf, seedOf } from './random.ts'

interface Options {
  seed: number
  isLong: boolean
}

const lanes = 4

/** Random walks of two buyers, a seller, the clock and the team, each checked at its end. */
export async function walkOrders({ seed, isLong }: Options): Promise<Finding> {
  const walks = isLong ? 10_000 : 200
  const postgres = await startTestPostgres()
  const db = createDb(await createDatabase(postgres.url), { max: 2 * lanes })
  try {
    const offences: string[] = []
    const counts = { orders: 0, deeds: 0, refused: 0 }
    const ends = new Map<OrderState, number>()
    let next = 0
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        const people = await peopleOf(db)
        while (next < walks) {
          const random = randomOf(seedOf(seed, 'walk') + next++)
          const walk = await walkOnce(db, random, people)
          // From one snapshot: the clock of another walk may be at work on these orders.
          const snapshot = db.transaction().setIsolationLevel('repeatable read')
          offences.push(...(await snapshot.execute((transaction) => offencesOf(transaction, walk, ends))))
          counts.orders += walk.orderIds.length
          counts.deeds += walk.done
          counts.refused += walk.refused
        }
      }),
    )
    const ended = [...ends].toSorted(([one], [other]) => one.localeCompare(other))
    return {
      part: 'orders',
      tried: `${walks} walks, ${counts.orders} orders, ${counts.deeds} deeds done and ${counts.refused} refused`,
      found:
        offences.length > 0
          ? offences.slice(0, 20).join('\n')
          : `copies, histories and readers are right; ${ended.map(([state, n]) => `${n} ${state}`).join(', ')}`,
      holds: offences.length === 0 && ended.length >= 8,
    }
  } finally {
    await db.destroy()
    await postgres.stop()
  }
}

interface People {
  student: Viewer
  store: Viewer
  buyers: Viewer[]
}

async function peopleOf(db: Db): Promise<People> {
  return {
    student: await aStudent(db),
    store: await aStore(db),
    buyers: [await aStudent(db), await aStudent(db)],
  }
}

interface Walk {
  deal: Deal
  seller: Viewer
  buyers: Viewer[]
  postId: string
  /** Null: not counted. */
  copies: number | null
  orderIds: string[]
  done: number
  refused: number
}

async function walkOnce(db: Db, random: Random, { student, store, buyers }: People): Promise<Walk> {
  const deal = pick(random, ['copy', 'stock', 'file'] as const)
  const seller = deal === 'stock' ? store : student
  const copies = deal === 'file' || random() < 0.3 ? null : integer(random, 1, 4)
  const given = { pricePaise: 10_000, ...(copies !== null && { copies }) }
  const post = deal === 'file' ? await aNote(db, seller, given) : await aBook(db, seller, given)
  const walk: Walk = { deal, seller, buyers, postId: post.id, copies, orderIds: [], done: 0, refused: 0 }
  for (let step = 0; step < 14; step++) {
    // Some steps are taken by two at once.
    await Promise.all(Array.from({ length: random() < 0.3 ? 2 : 1 }, () => stepOnce(db, random, walk)))
  }
  return walk
}

async function stepOnce(db: Db, random: Random, walk: Walk) {
  const dice = random()
  const orderId = walk.orderIds.length > 0 ? pick(random, walk.orderIds) : null
  const buyer = pick(random, walk.buyers)
  const quantity = integer(random, 1, 3)
  if (!orderId || dice < 0.15) return order(db, walk, buyer, quantity)
  if (dice < 0.3) return passTime(db, walk, integer(random, 1, 200))
  if (dice < 0.36) return settle(db, walk, orderId, pick(random, ['complete', 'cancel'] as const))
  const person = random() < 0.5 ? walk.seller : buyer
  const reason = pick(random, Object.keys(cancelReasons) as CancelReason[])
  return act(db, walk, { orderId, person, reason, isSensible: random() < 0.85, at: random(), isRight: random() < 0.7 })
}

async function order(db: Db, walk: Walk, buyer: Viewer, quantity: number) {
  const form = {
    key: crypto.randomUUID(),
    shownPaise: 10_000,
    name: 'Rina',
    phone: '9876543210',
    alternativePhone: '',
    quantity,
    pin: '781001',
    address: 'Panbazar',
  }
  const placed = await placeOrder(db, { postId: walk.postId, buyer, order: form })
  if (typeof placed === 'object' && 'orderId' in placed) walk.orderIds.push(placed.orderId)
  else walk.refused++
}

async function passTime(db: Db, { orderIds }: Walk, hours: number) {
  await sql`
    update orders set state_since = state_since - make_interval(hours => ${hours}),
      due_at = due_at - make_interval(hours => ${hours})
    where id in (select id from orders where id = any(${orderIds}::uuid[]) order by id for update)`.execute(db)
  await runClock(db)
}

async function settle(db: Db, walk: Walk, orderId: string, how: 'complete' | 'cancel') {
  const { number } = await db.selectFrom('orders').select('number').where('id', '=', orderId).executeTakeFirstOrThrow()
  const settled = await settleOrder(db, { number, how, reason: 'Decided', by: 'command line of test' })
  if (settled === 'done') walk.done++
  else walk.refused++
}

interface Try {
  orderId: string
  person: Viewer
  reason: CancelReason
  /** Whether it is one of the deeds that the person may do, or any. */
  isSensible: boolean
  /** Which of them, from 0 to 1. */
  at: number
  /** Whether the code is right. */
  isRight: boolean
}

async function act(db: Db, walk: Walk, { orderId, person, reason, isSensible, at, isRight }: Try) {
  const stored = await db
    .selectFrom('orders')
    .leftJoin('handOverCodes', 'handOverCodes.orderId', 'orders.id')
    .select(['deal', 'state', 'code'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  const side: Side = person.id === walk.seller.id ? 'seller' : 'buyer'
  const choices = isSensible ? deedsFor(side, { ...stored, hours: 1 }) : deedNames
  const deed = choices[Math.floor(at * choices.length)]
  if (!deed) return
  const code = isRight ? (stored.code ?? '') : 'wrong'
  const said = { code, reason, detail: rulesOf(deed).needs === 'digits' ? '4821' : 'Said' }
  const key = crypto.randomUUID()
  const answer = await changeOrder(db, { orderId, person, deed, key, ...said })
  if (answer !== 'done') walk.refused++
  else {
    walk.done++
    // A retry changes nothing.
    if ((await changeOrder(db, { orderId, person, deed, key, ...said })) !== 'done') throw new Error('not idempotent')
  }
}

async function offencesOf(db: Db, walk: Walk, ends: Map<OrderState, number>) {
  const offences: string[] = []
  const stored = await db
    .selectFrom('orders')
    .select(['id', 'deal', 'state', 'buyerId', 'sellerId', 'quantity', 'copiesTaken', 'dueAt', 'buyerTab'])
    .where('postId', '=', walk.postId)
    .execute()
  const say = (text: string) => offences.push(`${walk.deal} of ${walk.postId}: ${text}`)
  if (stored.length !== walk.orderIds.length) say('an order that nobody placed, or one is lost')

  const stock = await db.selectFrom('stock').select('copies').where('postId', '=', walk.postId).executeTakeFirst()
  const taken = stored.reduce((sum, { copiesTaken }) => sum + copiesTaken, 0)
  if (walk.copies !== null && (stock?.copies ?? -1) + taken !== walk.copies)
    say(`${walk.copies} copies became ${stock?.copies} and ${taken} taken`)
  for (const one of stored) {
    ends.set(one.state, (ends.get(one.state) ?? 0) + 1)
    const expected = walk.copies === null || isVoid(one.state) ? 0 : one.quantity
    if (one.copiesTaken !== expected) say(`${one.state} with ${one.copiesTaken} copies`)
    const history = await historyOf(db, one.id)
    offences.push(...replay(one, history))
    offences.push(...(await misdirected(db, one, history)))
  }
  return offences
}

interface Stored {
  id: string
  deal: Deal
  state: OrderState
  buyerId: string | null
  sellerId: string | null
  dueAt: Date | null
}

interface Step {
  deed: Deed
  by: Actor
  fromState: OrderState
  toState: OrderState
}

const historyOf = (db: Db, orderId: string): Promise<Step[]> =>
  db
    .selectFrom('orderEvents')
    .select(['deed', 'by', 'fromState', 'toState'])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute()

/** The history must lead from the beginning to the state, by deeds that the rules know, and the state must have a way on. */
function replay({ id, deal, state, dueAt }: Stored, history: Step[]) {
  const offences: string[] = []
  let at: OrderState = 'placed'
  for (const { deed, by, fromState, toState } of history) {
    const rules = rulesOf(deed)
    const isLegal = rules.by.includes(by) && rules.deals.includes(deal) && rules.from.includes(fromState)
    if (fromState !== at || toState !== rules.to || !isLegal) offences.push(`${id}: ${by} ${deed} from ${fromState}`)
    at = toState
  }
  if (at !== state) offences.push(`${id}: the history ends at ${at}, the order at ${state}`)
  const actors: Actor[] = ['buyer', 'seller', 'team']
  const hasWayOn = actors.some((actor) => deedsFor(actor, { deal, state, hours: 1 }).length > 0)
  if (!isOver(state) && !hasWayOn) offences.push(`${id}: no way on from ${state}`)
  const hasClock = clockOf(deal, state).some((step) => 'does' in step)
  if (!isOver(state) && hasClock && dueAt === null) offences.push(`${id}: ${state} without a clock`)
  return offences
}

/** Every notice must be one that its reader has to get, for a step that happened; each step is told once. */
async function misdirected(db: Db, { id, deal, buyerId, sellerId }: Stored, history: Step[]) {
  const notices = await db.selectFrom('notices').select(['accountId', 'event']).where('orderId', '=', id).execute()
  const sideOf = (accountId: string | null) =>
    accountId === null ? 'team' : accountId === buyerId ? 'buyer' : accountId === sellerId ? 'seller' : 'stranger'
  const said = notices.map(({ accountId, event }) => `${sideOf(accountId)}: ${event}`)
  const due = ['seller: order placed', 'buyer: order receipt']
  const reminded = new Set<string>()
  for (const state of ['placed' as OrderState, ...history.map(({ toState }) => toState)])
    for (const step of clockOf(deal, state))
      if ('reminds' in step) for (const [side, event] of Object.entries(step.reminds)) reminded.add(`${side}: ${event}`)
  for (const { deed, by } of history)
    for (const [side, event] of Object.entries(rulesOf(deed).tells)) if (side !== by) due.push(`${side}: ${event}`)
  const rest = [...said]
  const missing = due.filter((one) => {
    const index = rest.indexOf(one)
    if (index >= 0) rest.splice(index, 1)
    return index < 0
  })
  const wrong = rest.filter((one) => !reminded.has(one))
  return [...missing.map((one) => `${id}: not told: ${one}`), ...wrong.map((one) => `${id}: wrongly told: ${one}`)]
}
