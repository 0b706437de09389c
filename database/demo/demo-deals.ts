import { sql } from 'kysely'

import type { Viewer } from '#app/access/viewer.ts'
import { tell } from '#app/notices/tell.server.ts'
import { doDeed } from '#app/orders/do-deed.server.ts'
import { type LockedOrder, lockOrder } from '#app/orders/lock-order.server.ts'
import { type Deed, rulesOf } from '#app/orders/order-rules.ts'
import { placeIn } from '#app/orders/place-order.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import type { PostKind } from '#app/posts/post-rules.ts'

import { addRatingIn } from '#app/ratings/add-rating.server.ts'
import { type Rater, tapsOf } from '#app/ratings/rating-rules.ts'

import type { DemoSeller } from './demo-catalogue.ts'

/** An order between two demo accounts, and the deeds that brought it where it is. */
interface DemoDeal {
  buyer: DemoSeller
  seller: DemoSeller
  kind: PostKind
  deeds: Deed[]
  /** How long ago each of it was: the order itself, and then each deed. */
  hoursAgo: number[]
  /** What was said with the last deed. */
  said?: string
  ratings?: DemoRating[]
}

/** A rating of a deal, given when it was completed. */
interface DemoRating {
  by: Rater
  stars: number
  words: string
  answer?: string
}

const deal = (
  [buyer, seller, kind]: [DemoSeller, DemoSeller, PostKind],
  hoursAgo: number[],
  deeds: Deed[] = [],
  said?: string,
): DemoDeal => ({ buyer, seller, kind, deeds, hoursAgo, ...(said && { said }) })

const rated = (demoDeal: DemoDeal, ...ratings: DemoRating[]): DemoDeal => ({ ...demoDeal, ratings })

const sentDeeds: Deed[] = ['accept to send', 'mark as sent']
const paidDeeds: Deed[] = ['say paid', 'confirm payment']

/** Oldest first. The demo student and the demo store each have orders in every state, on both sides. */
export const demoDeals: DemoDeal[] = [
  // What the student bought.
  rated(
    deal(['student', 'jorhat', 'book'], [900, 880, 870, 534], sentDeeds.concat('complete unasked')),
    {
      by: 'buyer',
      stars: 4,
      words: 'Well packed. It took ten days.',
      answer: 'The post was slow that week. Thank you.',
    },
    { by: 'seller', stars: 5, words: 'Paid at once.' },
  ),
  deal(['student', 'tezpur', 'novel'], [500, 428], ['expire']),
  deal(['student', 'mitali', 'note'], [240, 239, 216], paidDeeds),
  deal(['student', 'panbazar', 'book'], [200, 198], ['decline'], 'The last copy was sold in the shop.'),
  deal(['student', 'imran', 'book'], [170, 160, 100], ['accept to meet', 'cancel'], 'We could not agree on a day.'),
  deal(['student', 'silchar', 'book'], [150, 140, 120, 60], [...sentDeeds, 'report problem'], 'Two pages are torn.'),
  deal(['student', 'dibrugarh', 'book'], [110, 100, 60], sentDeeds),
  deal(['student', 'junmoni', 'book'], [96, 90], ['accept to send']),
  deal(['student', 'anindita', 'book'], [80, 70], ['accept to meet']),
  deal(['student', 'rituraj', 'note'], [30, 5], ['say paid']),
  deal(['student', 'mitali', 'course'], [8]),
  deal(['student', 'panbazar', 'book'], [6]),
  // What the student sold.
  deal(['imran', 'student', 'book'], [700, 690, 660], ['accept to meet', 'hand over']),
  rated(
    deal(['rituraj', 'student', 'book'], [400, 390, 380], ['accept to meet', 'hand over']),
    { by: 'buyer', stars: 5, words: 'As good as new, and came on time.', answer: 'All the best for the exam!' },
    { by: 'seller', stars: 5, words: '' },
  ),
  rated(deal(['junmoni', 'student', 'note'], [200, 199, 190], paidDeeds), {
    by: 'buyer',
    stars: 4,
    words: 'Clear and short. Two diagrams are hard to read.',
  }),
  deal(['imran', 'student', 'novel'], [180, 150], ['withdraw'], 'I found it in the library.'),
  deal(['mitali', 'student', 'book'], [90, 80, 40], sentDeeds),
  deal(['anindita', 'student', 'book'], [70, 50], ['accept to meet']),
  deal(['anindita', 'student', 'note'], [26, 3], ['say paid']),
  deal(['imran', 'student', 'course'], [20]),
  deal(['junmoni', 'student', 'novel'], [4]),
  // What the store sold, and bought.
  deal(['junmoni', 'store', 'book'], [800, 790, 770, 740], sentDeeds.concat('say received')),
  rated(
    deal(['anindita', 'store', 'book'], [600, 590, 580, 560], ['accept to collect', 'mark as ready', 'hand over']),
    { by: 'buyer', stars: 5, words: 'Ready in an hour.' },
    { by: 'seller', stars: 4, words: 'Came a day later than agreed.', answer: 'Sorry, there was no bus.' },
  ),
  rated(deal(['mitali', 'store', 'novel'], [300, 290, 280, 200], sentDeeds.concat('say received')), {
    by: 'buyer',
    stars: 3,
    words: 'A corner was bent.',
  }),
  deal(['student', 'store', 'novel'], [130, 120, 50], ['accept to collect', 'mark as ready']),
  deal(['rituraj', 'store', 'book'], [75, 60], ['accept to send']),
  deal(['junmoni', 'store', 'book'], [52, 40], ['accept to collect']),
  deal(['student', 'store', 'book'], [2]),
  deal(['store', 'rituraj', 'book'], [120, 115, 110, 90], sentDeeds.concat('say received')),
  deal(['store', 'imran', 'book'], [40, 30], ['accept to meet']),
  deal(['store', 'mitali', 'note'], [12]),
]

/** A question under the newest post of a kind, and the seller's answer. */
interface DemoTalk {
  asks: DemoSeller
  seller: DemoSeller
  kind: PostKind
  question: string
  answer: string | null
}

export const demoTalks: DemoTalk[] = [
  { asks: 'anindita', seller: 'student', kind: 'book', question: 'Which edition is it?', answer: 'The one of 2021.' },
  { asks: 'imran', seller: 'student', kind: 'note', question: 'Are the answers in it, too?', answer: null },
  { asks: 'student', seller: 'store', kind: 'book', question: 'Do you have two copies?', answer: 'Yes, both are new.' },
  { asks: 'mitali', seller: 'store', kind: 'novel', question: 'Is it the Assamese edition?', answer: null },
]

type Accounts = Record<DemoSeller, string>

/** Plays a deal. Does nothing where one of the two has left, or has nothing of that kind for sale. */
export async function playDeal(db: Db, sellers: Accounts, played: DemoDeal) {
  const { buyer, seller, kind, deeds, hoursAgo, said, ratings = [] } = played
  const person = await findPerson(db, sellers[buyer])
  const post = await findPost(db, sellers[seller], kind)
  if (!person || !post) return
  const form = { key: crypto.randomUUID(), shownPaise: post.payablePaise, name: person.name, phone: person.phone }
  const where =
    kind === 'course'
      ? { email: `${buyer}@puthi.example` }
      : { quantity: 1, pin: '781001', address: 'Uzan Bazar, Guwahati' }
  const placed = await placeIn(db, {
    postId: post.id,
    buyer: person,
    order: { ...form, alternativePhone: '', ...where },
  })
  if (typeof placed !== 'object' || !('orderId' in placed)) return
  await passTime(db, placed.orderId, hoursAgo[0]! - (hoursAgo[1] ?? 0))
  for (const [n, deed] of deeds.entries()) {
    const order = await lockOrder(db).where('id', '=', placed.orderId).executeTakeFirstOrThrow()
    const { by, needs } = rulesOf(deed)
    const isLast = n === deeds.length - 1
    await doDeed(db, order, {
      deed,
      by: by[0]!,
      reason: needs === 'reason' ? 'other' : null,
      detail: needs === 'digits' ? '4821' : isLast ? (said ?? null) : null,
    })
    if (isLast) for (const rating of ratings) await playRating(db, order, rating)
    await passTime(db, placed.orderId, hoursAgo[n + 1]! - (hoursAgo[n + 2] ?? 0))
  }
  if (hoursAgo[0]! > 48) await markRead(db, placed.orderId)
}

type Sides = Pick<LockedOrder, 'id' | 'deal' | 'buyerId' | 'sellerId'>

async function playRating(db: Db, { id, deal: kind, buyerId, sellerId }: Sides, rating: DemoRating) {
  const { by, stars, words, answer } = rating
  const [author, ratedId] = by === 'buyer' ? [buyerId!, sellerId!] : [sellerId!, buyerId!]
  const asked = Object.fromEntries(tapsOf(by, kind).map((tap) => [tap, stars > 3]))
  const left = { asPromised: null, communication: null, useful: null }
  await addRatingIn(db, { id: author }, { ...left, ...asked, rates: id, key: crypto.randomUUID(), stars, words })
  if (answer)
    await db.updateTable('ratings').set({ answer }).where('orderId', '=', id).where('ratedId', '=', ratedId).execute()
}

async function findPerson(db: Db, id: string): Promise<Viewer | null> {
  const person = db.selectFrom('accounts').select(['id', 'kind', 'name', 'phone']).where('id', '=', id)
  return (await person.executeTakeFirst()) ?? null
}

/** Another one each time: the one that was ordered least. */
async function findPost(db: Db, sellerId: string, kind: PostKind) {
  const post = db
    .selectFrom('posts')
    .select(['id', 'payablePaise'])
    .where('sellerId', '=', sellerId)
    .where('kind', '=', kind)
    .where('isSoldOut', '=', false)
    .orderBy((is) => is.selectFrom('orders').select(is.fn.countAll().as('orders')).whereRef('postId', '=', 'posts.id'))
    .orderBy('id', 'desc')
    .limit(1)
  return (await post.executeTakeFirst()) ?? null
}

/** Everything of the order is so much older. */
async function passTime(db: Db, orderId: string, hours: number) {
  const by = sql`make_interval(mins => ${Math.round(hours * 60)})`
  await sql`update orders set created_at = created_at - ${by}, state_since = state_since - ${by}, due_at = due_at - ${by}
    where id = ${orderId}`.execute(db)
  await sql`update order_events set created_at = created_at - ${by} where order_id = ${orderId}`.execute(db)
  await sql`update ratings set created_at = created_at - ${by}, show_at = show_at - ${by}, shown_at = shown_at - ${by}
    where order_id = ${orderId}`.execute(db)
  await sql`update notices set created_at = created_at - ${by} where order_id = ${orderId}`.execute(db)
}

const markRead = (db: Db, orderId: string) =>
  db
    .updateTable('notices')
    .set({ readAt: sql`created_at + interval '1 hour'` })
    .where('orderId', '=', orderId)
    .execute()

export async function playTalk(db: Db, sellers: Accounts, { asks, seller, kind, question, answer }: DemoTalk) {
  const [asking, answering] = [await findPerson(db, sellers[asks]), await findPerson(db, sellers[seller])]
  const post = await findPost(db, sellers[seller], kind)
  if (!asking || !answering || !post) return
  const ids = [newId(), newId()] as const
  const said = (id: string, by: Viewer, comment: string, answerTo: string | null) =>
    db.insertInto('comments').values({ id, postId: post.id, authorId: by.id, comment, answerTo, key: null }).execute()
  await said(ids[0], asking, question, null)
  await tell(db, answering.id, { event: 'comment', commentId: ids[0] })
  if (!answer) return
  await said(ids[1], answering, answer, ids[0])
  await tell(db, asking.id, { event: 'answer', commentId: ids[1] })
}
