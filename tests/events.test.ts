import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Viewer } from '#app/access/viewer.ts'
import { changePassword } from '#app/accounts/change-password.server.ts'
import { logIn } from '#app/accounts/log-in.server.ts'
import { resetPassword } from '#app/accounts/reset-password.server.ts'
import { signUpStore } from '#app/accounts/sign-up-store.server.ts'
import { updateStudent } from '#app/accounts/update-student.server.ts'
import { addBookRequest } from '#app/book-requests/add-book-request.server.ts'
import { addAnswer } from '#app/comments/add-answer.server.ts'
import { addComment } from '#app/comments/add-comment.server.ts'
import { deleteComment } from '#app/comments/delete-comment.server.ts'
import { addContactMessage } from '#app/contact/add-contact-message.server.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import { matchPosts } from '#app/matching/match-posts.job.server.ts'
import { makeLink } from '#app/notices/mail/account-links.server.ts'
import { noticeEvents } from '#app/notices/notice-rules.ts'
import { describeNotice } from '#app/notices/notice-texts.ts'
import { withFacts } from '#app/notices/notice-queries.server.ts'
import { tellByMail } from '#app/notices/tell.server.ts'
import { changeOrder } from '#app/orders/change-order.server.ts'
import { doDeed } from '#app/orders/do-deed.server.ts'
import { lockOrder } from '#app/orders/lock-order.server.ts'
import {
  type Actor,
  clockOf,
  type Deed,
  deedNames,
  type OrderState,
  orderStates,
  rulesOf,
} from '#app/orders/order-rules.ts'
import { placeOrder } from '#app/orders/place-order.server.ts'
import { runClock } from '#app/orders/run-clock.job.server.ts'
import { loadSynonyms } from '#app/posts/search/synonyms.server.ts'
import { deleteAccount } from '#app/privacy/delete-account.server.ts'
import { addRating } from '#app/ratings/add-rating.server.ts'
import { answerRating } from '#app/ratings/answer-rating.server.ts'
import { reportRating } from '#app/ratings/report-rating.server.ts'
import { showDueRatings } from '#app/ratings/show-due-ratings.job.server.ts'
import { addReport } from '#app/reports/add-report.server.ts'
import { changeTicket } from '#app/team/change-ticket.server.ts'
import { endSuspensions } from '#app/team/end-suspensions.job.server.ts'
import { moderate } from '#app/team/moderate.server.ts'
import {
  aBook,
  aBookRequest,
  aNote,
  aPushBrowser,
  aSavedSearch,
  aStore,
  aStudent,
  aTeamMember,
  makersPassword,
} from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { aPendingPicture, testStorage } from '#tests/support/pictures.ts'

const { db } = await freshDatabase()

const address = 'here'
const byOwner = { member: await aTeamMember(db, 'owner'), reason: 'Against the rules' }
const confirmed = { emailConfirmedAt: new Date() }

/** A seller, who asks and buys, and somebody whom nothing concerns. All have a confirmed address and a browser for push. */
async function people() {
  const [seller, buyer, other] = [
    await aStore(db, confirmed),
    await aStudent(db, confirmed),
    await aStudent(db, confirmed),
  ]
  for (const account of [seller, buyer, other]) await aPushBrowser(db, account)
  return { seller, buyer, other, book: await aBook(db, seller) }
}
type People = Awaited<ReturnType<typeof people>>

type Told = `${'seller' | 'buyer' | 'other' | 'nobody'}: ${string} by ${string}`

const order = (postId: string, key: string = crypto.randomUUID()) => ({
  postId,
  order: {
    key,
    shownPaise: 49_500,
    name: 'Rina',
    phone: '9876500001',
    alternativePhone: '',
    quantity: 1,
    pin: '781001',
    address: 'Panbazar',
  },
})
const ask = async ({ buyer, book }: People) => {
  await addComment(db, { postId: book.id, by: buyer, comment: 'Is it new?' })
  return db.selectFrom('comments').select('id').where('postId', '=', book.id).executeTakeFirstOrThrow()
}
const profileOf = ({ buyer }: People, changed: object) => ({
  id: buyer.id,
  address,
  profile: {
    ...buyer,
    className: 'XI',
    collegeName: 'Cotton',
    district: null,
    upiAddress: '',
    password: makersPassword,
    ...changed,
  },
})

interface Event {
  /** The event that it causes, or null if it must cause none. */
  event: keyof typeof noticeEvents | null
  what: string
  /** Sets up what the deed needs, such as a question to answer. Notices that this causes are not compared. */
  before?: (among: People) => Promise<unknown>
  deed: (among: People, before: unknown) => Promise<unknown>
  /** Who is told, and how. */
  told: Told[]
}

const deeds: Event[] = [
  {
    event: 'order placed',
    what: 'an order is placed',
    deed: ({ buyer, book }) => placeOrder(db, { ...order(book.id), buyer }),
    told: [
      ...(['app', 'mail', 'push'] as const).map((way): Told => `seller: order placed by ${way}`),
      ...(['app', 'mail', 'push'] as const).map((way): Told => `buyer: order receipt by ${way}`),
    ],
  },
  {
    event: 'order receipt',
    what: 'the same order is sent twice',
    before: ({ buyer, book }) => placeOrder(db, { ...order(book.id, '0f8fad5b-d9cb-469f-a165-70867728950e'), buyer }),
    deed: ({ buyer, book }) => placeOrder(db, { ...order(book.id, '0f8fad5b-d9cb-469f-a165-70867728950e'), buyer }),
    told: [],
  },
  {
    event: 'comment',
    what: 'somebody asks',
    deed: ask,
    told: ['seller: comment by app', 'seller: comment by mail', 'seller: comment by push'],
  },
  {
    event: null,
    what: 'the seller comments on the own post',
    deed: ({ seller, book }) => addComment(db, { postId: book.id, by: seller, comment: 'Still there' }),
    told: [],
  },
  {
    event: 'answer',
    what: 'the seller answers',
    before: ask,
    deed: ({ seller, book }, question) =>
      addAnswer(db, { postId: book.id, by: seller, comment: 'It is.', answerTo: (question as { id: string }).id }),
    told: ['buyer: answer by app', 'buyer: answer by mail', 'buyer: answer by push'],
  },
  {
    event: null,
    what: 'a comment is deleted before anybody was told',
    deed: async (among) => deleteComment(db, among.buyer, (await ask(among)).id),
    told: [],
  },
  {
    event: 'new log-in',
    what: 'a log-in from a second browser',
    before: ({ buyer: { phone } }) => logIn(db, 'student', { phone, password: makersPassword, address }),
    deed: ({ buyer: { phone } }) => logIn(db, 'student', { phone, password: makersPassword, address }),
    told: ['buyer: new log-in by app', 'buyer: new log-in by mail'],
  },
  {
    event: null,
    what: 'a log-in from the first browser, again',
    before: ({ buyer: { phone } }) => logIn(db, 'student', { phone, password: makersPassword, address }),
    deed: ({ buyer: { phone } }, first) =>
      logIn(db, 'student', { phone, password: makersPassword, address, ...(first as { browserToken: string }) }),
    told: [],
  },
  {
    event: 'password changed',
    what: 'a changed password',
    deed: ({ buyer }) =>
      changePassword(db, {
        viewer: buyer,
        currentPassword: makersPassword,
        newPassword: 'secret@2',
        address,
        browser: null,
      }),
    told: ['buyer: password changed by app', 'buyer: password changed by mail'],
  },
  {
    event: 'password changed',
    what: 'a password chosen anew by a link',
    before: ({ buyer }) => makeLink(db, { purpose: 'password', accountId: buyer.id, email: buyer.email }),
    deed: (_, path) => resetPassword(db, String(path).split('=')[1]!, 'secret@2'),
    told: ['buyer: password changed by app', 'buyer: password changed by mail'],
  },
  {
    event: 'phone changed',
    what: 'a changed phone number',
    deed: (among) => updateStudent(db, profileOf(among, { phone: '8123456789' })),
    told: ['buyer: phone changed by app', 'buyer: phone changed by mail'],
  },
  {
    event: 'UPI address changed',
    what: 'a changed address for payments',
    deed: (among) => updateStudent(db, profileOf(among, { upiAddress: 'rina@upi' })),
    told: ['buyer: UPI address changed by app', 'buyer: UPI address changed by mail'],
  },
  {
    event: 'e-mail changed',
    what: 'a changed address, told to the old one',
    deed: (among) => updateStudent(db, profileOf(among, { email: 'new@puthi.example' })),
    told: [
      'buyer: confirm e-mail by mail to new@puthi.example',
      'buyer: e-mail changed by app',
      'buyer: e-mail changed by mail to the old address',
    ],
  },
  {
    event: null,
    what: 'a profile saved as it was',
    deed: (among) => updateStudent(db, profileOf(among, { name: 'Another name' })),
    told: [],
  },
  {
    event: 'account deleted',
    what: 'a deleted account',
    deed: ({ buyer }) => deleteAccount(db, { viewer: buyer, password: makersPassword, address }),
    told: ['nobody: account deleted by mail to the old address'],
  },
  {
    event: 'confirm e-mail',
    what: 'a sign-up',
    deed: async ({ buyer }) => {
      const picture = await aPendingPicture(db, testStorage())
      await takeFile(db, picture, 'images').then(() =>
        db
          .updateTable('files')
          .set({ takenAt: null, key: picture.replace('images', 'Bookstores') })
          .where('key', '=', picture)
          .execute(),
      )
      await signUpStore(db, {
        name: 'New',
        district: 'Kamrup',
        address: 'Panbazar',
        email: 'store@puthi.example',
        phone: buyer.phone,
        password: makersPassword,
        picture: picture.replace('images', 'Bookstores'),
      })
    },
    told: ['nobody: confirm e-mail by mail to store@puthi.example'],
  },
  {
    event: 'password asked',
    what: 'a forgotten password',
    deed: ({ buyer }) =>
      tellByMail(db, { event: 'password asked', accountId: null, address: null, detail: buyer.phone }),
    told: ['nobody: password asked by mail'],
  },
]

/** An order of a kind of deal, brought into a state by the deeds that lead there. */
async function orderIn({ buyer }: People, seller: Viewer, deal: 'copy' | 'stock' | 'file', ...path: Deed[]) {
  const post = await (deal === 'file' ? aNote : aBook)(db, seller, { pricePaise: 49_500 })
  const placed = await placeOrder(db, { ...order(post.id), buyer })
  const { orderId } = placed as { orderId: string }
  for (const deed of path) await doAs(rulesOf(deed).by[0]!, deed, orderId, { buyer, seller })
  return { orderId, seller }
}

async function doAs(actor: Actor, deed: Deed, orderId: string, sides: { buyer: Viewer; seller: Viewer }) {
  const said = { reason: 'damaged' as const, detail: rulesOf(deed).needs === 'digits' ? '4821' : 'Torn' }
  if (actor === 'market' || actor === 'team')
    return db.transaction().execute(async (transaction) => {
      const locked = await lockOrder(transaction).where('id', '=', orderId).executeTakeFirstOrThrow()
      await doDeed(transaction, locked, { deed, by: actor, ...said })
    })
  const known = await db.selectFrom('handOverCodes').select('code').where('orderId', '=', orderId).executeTakeFirst()
  const code = known?.code ?? ''
  const change = { orderId, person: sides[actor], deed, key: crypto.randomUUID(), code, ...said }
  expect(await changeOrder(db, change)).toBe('done')
}

/** The ways into each state. */
const waysTo: Partial<Record<OrderState, { deal: 'copy' | 'stock' | 'file'; path: Deed[] }[]>> = {
  placed: [
    { deal: 'copy', path: [] },
    { deal: 'stock', path: [] },
    { deal: 'file', path: [] },
  ],
  meeting: [{ deal: 'copy', path: ['accept to meet'] }],
  packing: [{ deal: 'stock', path: ['accept to send'] }],
  preparing: [{ deal: 'stock', path: ['accept to collect'] }],
  ready: [{ deal: 'stock', path: ['accept to collect', 'mark as ready'] }],
  sent: [{ deal: 'copy', path: ['accept to send', 'mark as sent'] }],
  paid: [{ deal: 'file', path: ['say paid'] }],
  problem: [{ deal: 'file', path: ['say paid', 'deny payment'] }],
  completed: [{ deal: 'file', path: ['say paid', 'confirm payment'] }],
}

const everyWay = (to: 'buyer' | 'seller', event: string) =>
  (['app', 'mail', 'push'] as const).map((way): Told => `${to}: ${event} by ${way}`)

/** A parcel that has arrived; rated by those who are named. */
const rated = async (among: People, ...by: ('buyer' | 'seller')[]) => {
  const path: Deed[] = ['accept to send', 'mark as sent', 'say received']
  const { orderId } = await orderIn(among, among.seller, 'stock', ...path)
  for (const side of by) await rate(among[side], orderId)
  return orderId
}
const rate = (person: Viewer, orderId: string) =>
  addRating(db, person, {
    rates: orderId,
    key: crypto.randomUUID(),
    stars: 4,
    asPromised: null,
    communication: true,
    useful: null,
    words: 'As promised',
  })

const ratings: Event[] = [
  {
    event: 'rating waits',
    what: 'one side rates',
    before: (among) => rated(among),
    deed: ({ buyer }, orderId) => rate(buyer, orderId as string),
    told: everyWay('seller', 'rating waits'),
  },
  {
    event: 'rating shown',
    what: 'the other side rates, too: the first one sees what came, the second one is there',
    before: (among) => rated(among, 'buyer'),
    deed: ({ seller }, orderId) => rate(seller, orderId as string),
    told: everyWay('buyer', 'rating shown'),
  },
  {
    event: 'rating shown',
    what: 'the buyer of notes rates',
    before: async (among) => (await orderIn(among, among.seller, 'file', 'say paid', 'confirm payment')).orderId,
    deed: ({ buyer }, orderId) => rate(buyer, orderId as string),
    told: everyWay('seller', 'rating shown'),
  },
  {
    event: 'rating shown',
    what: 'the time for the other side is over',
    before: async (among) => {
      const orderId = await rated(among, 'seller')
      await db
        .updateTable('ratings')
        .set({ showAt: sql<Date>`now()` })
        .where('orderId', '=', orderId)
        .execute()
    },
    deed: () => showDueRatings(db),
    told: everyWay('buyer', 'rating shown'),
  },
  {
    event: 'rating answered',
    what: 'the seller answers a rating',
    before: (among) => rated(among, 'buyer', 'seller'),
    deed: ({ seller }, orderId) => answerRating(db, seller, { orderId: orderId as string, words: 'Thank you' }),
    told: everyWay('buyer', 'rating answered'),
  },
  {
    event: 'ticket opened',
    what: 'the seller reports a rating',
    before: (among) => rated(among, 'buyer', 'seller'),
    deed: ({ seller }, orderId) => reportRating(db, seller, { orderId: orderId as string, words: 'Not my buyer' }),
    told: everyWay('seller', 'ticket opened'),
  },
  {
    event: 'rating hidden',
    what: 'the team hides a rating',
    before: async (among) => {
      await rated(among, 'buyer', 'seller')
      const given = db.selectFrom('ratings').select('id').where('authorId', '=', among.buyer.id)
      return (await given.executeTakeFirstOrThrow()).id
    },
    deed: (_, id) => moderate(db, testStorage(), { ...byOwner, thing: 'rating', id: id as string, deed: 'hide' }),
    told: everyWay('buyer', 'rating hidden'),
  },
]

const byAppAndMail = (to: 'buyer' | 'seller', event: string) =>
  (['app', 'mail'] as const).map((way): Told => `${to}: ${event} by ${way}`)

const write = (by: Viewer) =>
  addContactMessage(db, { name: by.name, phone: by.phone, reason: 'A question', key: null }, by.id)

/** A ticket of the buyer. */
const ticketOf = async ({ buyer }: People) => (await write(buyer)) as { ticket: number }

/** What people ask the team, and what the team does with them and their things. */
const ofTeam: Event[] = [
  {
    event: 'ticket opened',
    what: 'somebody writes to the team',
    deed: ({ buyer }) => write(buyer),
    told: everyWay('buyer', 'ticket opened'),
  },
  {
    event: 'ticket opened',
    what: 'somebody requests a book',
    deed: ({ buyer }) =>
      addBookRequest(db, buyer.id, {
        bookName: 'Rongmili',
        className: 'XI',
        stream: 'Arts',
        condition: 'New',
        phone: '9876500002',
        address: 'Jorhat',
        pin: '785001',
        comment: '',
        key: null,
      }),
    told: everyWay('buyer', 'ticket opened'),
  },
  {
    event: 'ticket opened',
    what: 'a second person reports the same post',
    before: ({ other, book }) => report(other, book.id),
    deed: ({ buyer, book }) => report(buyer, book.id),
    told: everyWay('buyer', 'ticket opened'),
  },
  {
    event: null,
    what: 'the same person reports the same post again',
    before: ({ buyer, book }) => report(buyer, book.id),
    deed: ({ buyer, book }) => report(buyer, book.id),
    told: [],
  },
  {
    event: 'ticket answered',
    what: 'the team answers',
    before: ticketOf,
    deed: (_, ticket) => changeTicket(db, { ...onTicket(ticket), deed: 'answer', words: 'We look for it.' }),
    told: everyWay('buyer', 'ticket answered'),
  },
  {
    event: null,
    what: 'the team makes a note inside',
    before: ticketOf,
    deed: (_, ticket) => changeTicket(db, { ...onTicket(ticket), deed: 'note', words: 'Ask again on Monday' }),
    told: [],
  },
  {
    event: 'ticket ended',
    what: 'the team ends a ticket',
    before: ticketOf,
    deed: (_, ticket) => changeTicket(db, { ...onTicket(ticket), deed: 'end' }),
    told: everyWay('buyer', 'ticket ended'),
  },
  {
    event: 'post hidden',
    what: 'the team hides a post, whose comment nobody was told of yet',
    deed: async (among) => {
      await ask(among)
      await moderate(db, testStorage(), { ...byOwner, thing: 'post', id: among.book.id, deed: 'hide' })
    },
    told: byAppAndMail('seller', 'post hidden'),
  },
  {
    event: 'post shown',
    what: 'the team shows a post again',
    before: ({ book }) => moderate(db, testStorage(), { ...byOwner, thing: 'post', id: book.id, deed: 'hide' }),
    deed: ({ book }) => moderate(db, testStorage(), { ...byOwner, thing: 'post', id: book.id, deed: 'show' }),
    told: byAppAndMail('seller', 'post shown'),
  },
  {
    event: 'post removed',
    what: 'the team removes a post',
    deed: ({ book }) => moderate(db, testStorage(), { ...byOwner, thing: 'post', id: book.id, deed: 'remove' }),
    told: byAppAndMail('seller', 'post removed'),
  },
  {
    event: 'comment hidden',
    what: 'the team hides a comment that the seller was not told of yet',
    deed: async (among) => {
      const { id } = await ask(among)
      await moderate(db, testStorage(), { ...byOwner, thing: 'comment', id, deed: 'hide' })
    },
    told: byAppAndMail('buyer', 'comment hidden'),
  },
  {
    event: 'warning',
    what: 'the team warns the seller of a post',
    deed: ({ book }) => moderate(db, testStorage(), { ...byOwner, thing: 'post', id: book.id, deed: 'warn' }),
    told: byAppAndMail('seller', 'warning'),
  },
  {
    event: 'account suspended',
    what: 'the team suspends a seller with an open order',
    before: ({ buyer, book }) => placeOrder(db, { ...order(book.id), buyer }),
    deed: ({ seller }) => moderate(db, testStorage(), { ...byOwner, thing: 'person', id: seller.id, deed: 'suspend' }),
    told: [...byAppAndMail('seller', 'account suspended'), ...everyWay('buyer', 'partner suspended')],
  },
  {
    event: 'suspension ended',
    what: 'the suspension of a seller is over',
    before: async ({ seller }) => {
      await moderate(db, testStorage(), { ...byOwner, thing: 'person', id: seller.id, deed: 'suspend', days: 1 })
      await sql`update accounts set suspended_until = now() where id = ${seller.id}`.execute(db)
    },
    deed: () => endSuspensions(db),
    told: byAppAndMail('seller', 'suspension ended'),
  },
]

const report = ({ id }: Viewer, postId: string) =>
  addReport(db, id, { reported: 'post', id: postId }, { reason: 'spam', words: '' })
const onTicket = (ticket: unknown) => ({ ...byOwner, number: (ticket as { ticket: number }).ticket })

const synonyms = await loadSynonyms(db, import.meta.dirname)

/** Something that nobody else in this file asks for. */
const aName = () => `Principles of ${crypto.randomUUID().replaceAll('-', '')}`
const post = async (seller: Viewer, name: string) => {
  await aBook(db, seller, { name })
  await matchPosts(db, synonyms)
}

const matches: Event[] = [
  {
    event: 'request matched',
    what: 'a book is posted that somebody asked for',
    before: async ({ buyer }) => (await aBookRequest(db, buyer, { bookName: aName(), className: 'XI' })).bookName,
    deed: ({ seller }, name) => post(seller, name as string),
    told: everyWay('buyer', 'request matched'),
  },
  {
    event: null,
    what: 'the one who asked for a book posts it',
    before: async ({ buyer }) => (await aBookRequest(db, buyer, { bookName: aName(), className: 'XI' })).bookName,
    deed: ({ buyer }, name) => post(buyer, name as string),
    told: [],
  },
  {
    event: null,
    what: 'a book is posted that somebody no longer asks for',
    before: async ({ buyer }) => {
      const closed = { closedAt: new Date(), closedBecause: 'found' as const }
      return (await aBookRequest(db, buyer, { bookName: aName(), className: 'XI', ...closed })).bookName
    },
    deed: ({ seller }, name) => post(seller, name as string),
    told: [],
  },
  {
    event: 'search matched',
    what: 'something is posted that a saved search finds',
    before: async ({ buyer }) => {
      const name = aName()
      await aSavedSearch(db, buyer, { q: name })
      return name
    },
    deed: ({ seller }, name) => post(seller, name as string),
    told: everyWay('buyer', 'search matched'),
  },
]

/** Who is told of a deed: written down here once more, in place of reading the rules. */
const toldOf: Record<Deed, Partial<Record<'buyer' | 'seller' | 'team', string>>> = {
  'accept to meet': { buyer: 'order accepted' },
  'accept to collect': { buyer: 'order accepted' },
  'accept to send': { buyer: 'order accepted' },
  decline: { buyer: 'order declined' },
  'mark as ready': { buyer: 'order ready' },
  'mark as sent': { buyer: 'order sent' },
  'hand over': { buyer: 'order handed over' },
  'say received': { seller: 'order received' },
  'say paid': { seller: 'payment said' },
  'confirm payment': { buyer: 'payment confirmed' },
  'deny payment': { buyer: 'payment denied', team: 'order problem' },
  give: {},
  cancel: { buyer: 'order cancelled', seller: 'order cancelled' },
  withdraw: { seller: 'order cancelled' },
  'report problem': { seller: 'order problem', team: 'order problem' },
  expire: { buyer: 'order expired', seller: 'order expired' },
  'complete unasked': { buyer: 'order completed', seller: 'order completed' },
  'settle as completed': { buyer: 'problem settled', seller: 'problem settled' },
  'settle as cancelled': { buyer: 'problem settled', seller: 'problem settled' },
  'buyer left': { seller: 'order left' },
  'seller left': { buyer: 'order left' },
}

/** Every deed, by everyone who may do it, from every state and deal. The one who does it is not told. */
const deedsOfOrders = deedNames.flatMap((deed): OrderDeed[] =>
  rulesOf(deed).by.flatMap((actor) =>
    rulesOf(deed).from.flatMap((state) =>
      waysTo[state]!.filter(({ deal }) => rulesOf(deed).deals.includes(deal)).map(({ deal, path }) => {
        const { buyer, seller, team } = toldOf[deed]
        return {
          what: `${deed} by ${actor} of a ${deal}, ${state}`,
          deal,
          path,
          deed: (orderId: string, sides: { buyer: Viewer; seller: Viewer }) => doAs(actor, deed, orderId, sides),
          told: [
            ...(buyer && actor !== 'buyer' ? everyWay('buyer', buyer) : []),
            ...(seller && actor !== 'seller' ? everyWay('seller', seller) : []),
            ...(team ? [`nobody: ${team} by mail to team` as const, ...everyWay('buyer', 'ticket opened')] : []),
          ],
        }
      }),
    ),
  ),
)

interface OrderDeed {
  what: string
  deal: 'copy' | 'stock' | 'file'
  path: Deed[]
  deed: (orderId: string, sides: { buyer: Viewer; seller: Viewer }) => Promise<unknown>
  told: Told[]
}

/** What the clock reminds of, by state: who, of what, how often. */
const reminders: { state: OrderState; deal: 'copy' | 'stock' | 'file'; told: Told[][] }[] = [
  { state: 'placed', deal: 'copy', told: [everyWay('seller', 'order to answer')] },
  { state: 'placed', deal: 'stock', told: [everyWay('seller', 'order to answer')] },
  {
    state: 'meeting',
    deal: 'copy',
    told: [[...everyWay('buyer', 'order to meet'), ...everyWay('seller', 'order to meet')]],
  },
  { state: 'packing', deal: 'stock', told: [everyWay('seller', 'order to send')] },
  { state: 'preparing', deal: 'stock', told: [everyWay('seller', 'order to prepare')] },
  { state: 'ready', deal: 'stock', told: [everyWay('buyer', 'order to collect')] },
  { state: 'sent', deal: 'copy', told: [everyWay('buyer', 'order to confirm')] },
  {
    state: 'paid',
    deal: 'file',
    told: [
      everyWay('seller', 'payment to confirm'),
      everyWay('seller', 'payment to confirm'),
      ['nobody: payment not confirmed by mail to team', ...everyWay('buyer', 'ticket opened')],
    ],
  },
]

/** All notices that are newer than `since`, in the words of `Told`. */
async function toldSince(since: string, among: People) {
  const rows = await db
    .selectFrom('notices')
    .leftJoin('outbox', 'outbox.noticeId', 'notices.id')
    .select(['notices.id', 'accountId', 'event', 'isInApp', 'way', 'address'])
    .where('notices.id', '>', since)
    .execute()
  const nameOf = (id: string | null) =>
    (['seller', 'buyer', 'other'] as const).find((name) => among[name].id === id) ?? 'nobody'
  const sentToWhom = (to: string | null) =>
    to === null ? '' : ` to ${to === among.buyer.email ? 'the old address' : to}`
  const told = rows.flatMap(({ accountId, event, isInApp, way, address: sentTo }) => [
    ...(isInApp ? [`${nameOf(accountId)}: ${event} by app`] : []),
    ...(way ? [`${nameOf(accountId)}: ${event} by ${way}${sentToWhom(sentTo)}`] : []),
  ])
  return [...new Set(told)].toSorted()
}

test.for([...deeds, ...ratings, ...ofTeam, ...matches])(
  '$what: who is told, and how',
  async ({ deed, before, told }) => {
    const among = await people()
    const result = await before?.(among)
    const last = await db.selectFrom('notices').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
    await deed(among, result)
    expect(await toldSince(last?.id ?? '00000000-0000-7000-8000-000000000000', among)).toEqual(told.toSorted())
  },
)

const lastNotice = async () =>
  (await db.selectFrom('notices').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ??
  '00000000-0000-7000-8000-000000000000'

/** Somebody who sells this, with a confirmed address and a browser for push, in place of the seller. */
async function sellersOf(deal: 'copy' | 'stock' | 'file') {
  const among = await people()
  if (deal === 'stock') return among
  const seller = await aStudent(db, confirmed)
  await aPushBrowser(db, seller)
  return { ...among, seller }
}

test.for(deedsOfOrders)('$what: who is told, and how', async ({ deal, path, deed, told }) => {
  const among = await sellersOf(deal)
  const { orderId } = await orderIn(among as People, among.seller, deal, ...path)
  const last = await lastNotice()
  await deed(orderId, among)
  expect(await toldSince(last, among as People)).toEqual(told.toSorted())
})

test.for(reminders)('a $deal, $state: who is reminded, and how', async ({ state, deal, told }) => {
  const among = await sellersOf(deal)
  const way = waysTo[state]!.find((one) => one.deal === deal)!
  const { orderId } = await orderIn(among as People, among.seller, deal, ...way.path)
  for (const [n, expected] of told.entries()) {
    const last = await lastNotice()
    const { after } = clockOf(deal, state)[n]!
    await sql`update orders set state_since = now() - make_interval(hours => ${after}), due_at = now() where id = ${orderId}`.execute(db) // prettier-ignore
    await runClock(db)
    expect(await toldSince(last, among as People)).toEqual(expected.toSorted())
  }
})

test('the clock reminds of nothing else', () => {
  const deals = ['copy', 'stock', 'file'] as const
  const states = deals.flatMap(
    (deal) =>
    (Object.keys(orderStates[deal]) as OrderState[]).map((state) => clockOf(deal, state).filter((step) => 'reminds' in step).length), // prettier-ignore
  )
  // Packing and sent are the same for copies and stock.
  expect(states.reduce((sum, count) => sum + count, 0)).toBe(reminders.flatMap(({ told }) => told).length + 2)
})

test('every event is in the list, but the link that a request leads to', () => {
  const all = [
    ...deeds,
    ...ratings,
    ...ofTeam,
    ...matches,
    ...deedsOfOrders,
    ...reminders.map(({ told }) => ({ told: told.flat() })),
  ]
  const listed = new Set(all.flatMap(({ told }) => told.map((one) => / ?(?<=: )(.*) by /.exec(one)![1])))
  expect(Object.keys(noticeEvents).filter((event) => !listed.has(event))).toEqual(['password link'])
})

test('a notice says what happened, and quotes no more than the page shows', async () => {
  const { seller, buyer, book } = await people()
  await placeOrder(db, { ...order(book.id), buyer })
  await addComment(db, { postId: book.id, by: buyer, comment: `Is it\nnew? ${'long '.repeat(100)}` })
  const facts = await withFacts(db)
    .where('notices.accountId', 'in', [seller.id, buyer.id])
    .orderBy('notices.id')
    .execute()
  const words = facts.map((one) => describeNotice(one))
  expect(words.map(({ title }) => title)).toEqual([
    `Rina ordered ${book.name}`,
    `Your order of ${book.name}`,
    `A new comment on ${book.name}`,
  ])
  expect(words[0]!.text).toBe(`${book.name}, ₹495 in all.`)
  expect(words[2]!.text).toMatch(/^“Is it new\? long .*…”$/)
  expect(JSON.stringify(words)).not.toMatch(new RegExp(`${buyer.name}|${buyer.phone}|9876500001|781001`))
})
