import { RouterContextProvider } from 'react-router'

import type { Viewer } from '#app/access/viewer.ts'
import { findCommonHashes } from '#app/accounts/common-passwords.server.ts'
import { safePath } from '#app/accounts/safe-path.ts'
import { findSeller } from '#app/accounts/seller-queries.server.ts'
import { viewerContext } from '#app/access/viewer.ts'
import { listBookRequests } from '#app/book-requests/book-request-queries.server.ts'
import { listWanted } from '#app/book-requests/wanted-queries.server.ts'
import { findComments } from '#app/comments/find-comments.server.ts'
import { servePicture } from '#app/files/pictures/serve-picture.server.ts'
import { watchTakenPictures } from '#app/files/pictures/taken-pictures.server.ts'
import { storageContext } from '#app/files/storage/storage-context.ts'
import { createStorage } from '#app/files/storage/storage.server.ts'
import { findListing } from '#app/market/listing-queries.server.ts'
import { countWanting } from '#app/matching/count-wanting.server.ts'
import { findForSale } from '#app/matching/find-for-sale.server.ts'
import { findLink } from '#app/notices/mail/account-links.server.ts'
import { readUnsubscribe } from '#app/notices/mail/unsubscribe.server.ts'
import { listNotices, openNotice } from '#app/notices/notice-queries.server.ts'
import { loader as buyersPdf } from '#app/orders/buyers-pdf.ts'
import { findBuying } from '#app/orders/find-buying.server.ts'
import { findOrder, listPurchases, listReceived } from '#app/orders/order-queries.server.ts'
import { readAsked } from '#app/orders/orders-address.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { configContext, dbContext, pageTopicsContext, searchDbContext } from '#app/platform/context.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { findPostDetails, findPostsLike } from '#app/posts/page/post-details-queries.server.ts'
import { findSellerPosts } from '#app/posts/page/seller-posts-queries.server.ts'
import { createPreviewMaker } from '#app/posts/preview/draw-previews.job.server.ts'
import { previewMakerContext } from '#app/posts/preview/preview-maker-context.ts'
import { loader as previewPdf } from '#app/posts/preview/preview-pdf.ts'
import { findPreviewPage } from '#app/posts/preview/preview-queries.server.ts'
import { loader as ownPdf } from '#app/posts/selling/own-pdf.ts'
import { searchEverything } from '#app/posts/search/search-everything.server.ts'
import { readSearch } from '#app/posts/search/search-filters.ts'
import { suggest } from '#app/posts/search/suggest.server.ts'
import { loadSynonyms } from '#app/posts/search/synonyms.server.ts'
import type { Synonyms } from '#app/posts/search/synonyms.ts'
import { findOwnPost, findUploaded, listOwnPosts } from '#app/posts/selling/own-post-queries.server.ts'
import { serveSharePictures } from '#app/posts/sharing/serve-share-picture.server.ts'
import { loader as changeSaved } from '#app/saved/change-saved.ts'
import { listRatings } from '#app/ratings/rating-queries.server.ts'
import { readAskedAudit } from '#app/audit/asked-audit.ts'
import { listAudit } from '#app/audit/audit-queries.server.ts'
import { readAsked as readTickets } from '#app/team/asked-tickets.ts'
import { readPerson, searchPeople } from '#app/team/person-queries.server.ts'
import { listPostsForTeam, readPost } from '#app/team/post-queries.server.ts'
import { listTickets } from '#app/team/ticket-list-queries.server.ts'
import { listOwnTickets } from '#app/tickets/ticket-queries.server.ts'
import { listSaved } from '#app/saved/saved-queries.server.ts'

import type { Ground, Person } from './ground.ts'

/** Arguments of the app's own functions, besides the URL. */
export interface Asked {
  db: Db
  context: RouterContextProvider
  viewer: Viewer
}

/** A viewer with the context of a request, for functions that are called without the server. */
export function askedBy({ db, folder, students, stores }: Ground, who: TriedQuery['who']): Asked {
  const config = readConfig({ DATA_DIR: folder })
  const { kind, id: personId, phone } = who === 'store' ? stores[0]! : students[0]!
  const viewer = { kind, id: personId, name: 'Rina', phone }
  const context = new RouterContextProvider()
  context.set(dbContext, db)
  context.set(pageTopicsContext, [])
  context.set(searchDbContext, db)
  context.set(configContext, config)
  const storage = createStorage(config, createLog('error'))
  context.set(storageContext, storage)
  context.set(previewMakerContext, createPreviewMaker({ db, storage, config }))
  context.set(viewerContext, who === 'visitor' ? null : viewer)
  return { db, context, viewer }
}

/** `url` is the complete URL, which contains the value. */
type Read = (asked: Asked, value: string, url: URL) => unknown

export interface TriedQuery {
  /** Contains `:value` where a segment of the path is tried. */
  path: string
  /** The query parameter; null where a segment of the path is tried. */
  name: string | null
  who: Person['kind'] | 'visitor'
  /** Other query parameters, without which the app would not read this one. */
  beside?: string
  good: string
  /** The app's function that reads the value; missing if the page reads it, during rendering or in its loader. */
  read?: Read
  /** The page's loader reads it, not the rendering: most cases request only the loader's data. */
  isLoaded?: true
  /** Read by the same code as the entry of this name above, only at another URL: a sample of the cases is enough. */
  isSame?: true
}

const id = '01890a5d-ac96-774b-bcce-b302099a8057'

const list: Read = ({ context }, _, url) => findListing(context, url)
/** The redirect after the log-in must stay on this site, whatever the parameter contains. */
const goOn: Read = (_, value) => {
  const path = safePath(value)
  const isOurs =
    path === null || (new URL(path, 'http://puthi.test').origin === 'http://puthi.test' && !/[\r\n]/.test(path))
  if (!isOurs) throw new Error(`leads to ${path}`)
}
const ownBefore: Read = ({ db, viewer }, before) => listOwnPosts(db, viewer, { kind: null, before })
const ownOne: Read = ({ db, viewer }, value) => findOwnPost(db, viewer, value)
const oneOrder: Read = ({ db, viewer }, value) => findOrder(db, viewer, value)
const ordersAsked: Read = ({ db, viewer }, _, { searchParams }) => listReceived(db, viewer, readAsked(searchParams))
const purchasesAsked: Read = ({ db, viewer }, _, { searchParams }) => listPurchases(db, viewer, readAsked(searchParams))
const ordersBefore: Read = ({ db, viewer }, before) => listReceived(db, viewer, { before })

/** Calls the loader of a route without a page, with the params that the router would extract from the path. */
const load =
  (loader: unknown, params: (value: string) => Record<string, string>): Read =>
  ({ context }, value, url) =>
    (loader as (args: object) => unknown)({ context, url, request: new Request(url), params: params(value) })
const picture: Read = ({ context, db }, _, url) =>
  servePicture(new Request(url), { storage: context.get(storageContext), isTaken: watchTakenPictures(db) })

const sharePicture: Read = ({ context, db }, _, url) => {
  const [storage, config] = [context.get(storageContext), context.get(configContext)]
  return serveSharePictures({ db, storage, config })(new Request(url))
}

/** The parameters of the listings, on the home page and in the marketplace. */
const listed = (path: string, who: TriedQuery['who']): Omit<TriedQuery, 'isSame'>[] => [
  { path, who, name: 'tab', good: 'books', read: list },
  { path, who, name: 'name', beside: 'tab=books', good: 'Book', read: list },
  { path, who, name: 'stream', beside: 'tab=books', good: 'Science', read: list },
  { path, who, name: 'before', beside: 'tab=novels', good: id, read: list },
]

const everything: Read = async ({ context, db }, _, url) =>
  searchEverything(context.get(searchDbContext), null, await synonymsOf(db), readSearch(url.searchParams))

const synonyms = new WeakMap<Db, Promise<Synonyms>>()
function synonymsOf(db: Db) {
  const read = synonyms.get(db) ?? loadSynonyms(db, '/no-such-folder')
  synonyms.set(db, read)
  return read
}

/** The parameters of the search page. */
const searched = Object.entries({
  q: 'physics',
  kind: 'book',
  class: 'HS 2nd Year',
  field: 'Science',
  condition: 'Good(used)',
  seller: 'store',
  district: 'Jorhat',
  near: 'on',
  from: '50',
  to: '200',
  sort: 'price',
  shown: '48',
}).map(([name, good]): TriedQuery => ({ path: '/search', who: 'visitor', name, good, read: everything }))
const ofSeller: Read = ({ db, viewer }, before) => findSellerPosts(db, viewer, viewer.id, { tab: 'notes', before })
const ratingsBefore: Read = ({ db, viewer }, before) => listRatings(db, viewer.id, before)
const noticesBefore: Read = ({ db, viewer }, before) => listNotices(db, viewer.id, before)
const stopMails: Read = ({ db }, _, url) => readUnsubscribe(db, url.searchParams)
const confirmation: Read = ({ db }, value) => findLink(db, 'e-mail', value)
const requestsBefore: Read = ({ db, viewer }, before) => listBookRequests(db, viewer, before)
const wantedBefore: Read = ({ db, viewer }, before) =>
  listWanted(db, viewer, { class: null, stream: null, district: null, before })
/** Any text as the name, the author or the class. */
const wantedCount: Read = async ({ context, db, viewer }, value) => {
  const draft = { kind: 'book' as const, name: value, authorName: value, className: value }
  return countWanting(context.get(searchDbContext), viewer, await synonymsOf(db), draft)
}
const forSale: Read = async ({ context, db, viewer }, value) => {
  const asked = { bookName: value, className: value, stream: value }
  return findForSale(context.get(searchDbContext), viewer, await synonymsOf(db), asked)
}
const savedBefore: Read = ({ db, viewer }, before) => listSaved(db, viewer, before)

const ownTicket: Read = ({ db, viewer }, value) =>
  listOwnTickets(db, viewer.id, { before: value, first: Number.isSafeInteger(Number(value)) ? 1 : null })
const auditAsked: Read = ({ db }, _, url) => listAudit(db, readAskedAudit(url))
const ticketsAsked: Read = ({ db }, _, url) => listTickets(db, id, readTickets(url))
const postsAsked: Read = ({ db }, search) => listPostsForTeam(db, { filter: 'newest', search, before: null })

/** Every query parameter and path segment that the app reads. input.test.ts compares them with the sources. */
export const triedQueries: TriedQuery[] = [
  ...listed('/', 'student'),
  { path: '/', who: 'student', name: 'request', good: '' },
  { path: '/', who: 'student', name: 'requested', good: 'on' },
  { path: '/', who: 'student', name: 'book', good: 'Asamar Buranji' },
  ...listed('/market', 'store').map((query) => ({ ...query, isSame: true as const })),
  { path: '/', who: 'store', name: 'edit', good: 'on', isLoaded: true },
  { path: '/', who: 'store', name: 'saved', good: 'on', isLoaded: true },
  { path: '/', who: 'visitor', name: 'buy', good: id, isLoaded: true },
  { path: '/', who: 'visitor', name: 'comment', good: id, isLoaded: true },
  { path: '/', who: 'visitor', name: 'preview', good: id, isLoaded: true },
  ...searched,
  {
    path: '/search/suggestions',
    who: 'visitor',
    name: 'q',
    good: 'phys',
    read: async ({ context, db }, value) => suggest(context.get(searchDbContext), await synonymsOf(db), value),
  },
  {
    path: '/common-passwords',
    who: 'visitor',
    name: 'begins',
    good: '3f',
    read: (_, value) => findCommonHashes(value),
  },
  { path: '/login', who: 'visitor', name: 'to', good: '/userOrders', read: goOn },
  { path: '/slogin', who: 'visitor', name: 'to', good: '/orderlist', read: goOn, isSame: true },
  { path: '/UserSignUp', who: 'visitor', name: 'to', good: '/userOrders', read: goOn, isSame: true },
  { path: '/login', who: 'visitor', name: 'registered', good: 'on' },
  { path: '/profile', who: 'student', name: 'edit', good: 'on', isLoaded: true },
  { path: '/profile', who: 'student', name: 'saved', good: 'on', isLoaded: true },
  { path: '/profile', who: 'student', name: 'confirmation', good: 'sent', isSame: true },
  { path: '/notices', who: 'student', name: 'before', good: id, read: noticesBefore },
  { path: '/notices', who: 'student', name: 'saved', good: 'on', isLoaded: true },
  { path: '/notices', who: 'store', name: 'settings', good: 'on', isLoaded: true },
  {
    path: '/notices/:value',
    who: 'student',
    name: null,
    good: id,
    read: ({ db, viewer }, value) => (isId(value) ? openNotice(db, viewer.id, value) : null),
  },
  { path: '/unsubscribe', who: 'visitor', name: 'account', beside: 'kind=orders&proof=a', good: id, read: stopMails },
  { path: '/unsubscribe', who: 'visitor', name: 'kind', beside: `account=${id}`, good: 'orders', read: stopMails },
  {
    path: '/unsubscribe',
    who: 'visitor',
    name: 'proof',
    beside: `account=${id}&kind=orders`,
    good: 'a',
    read: stopMails,
  },
  { path: '/reset-password', who: 'visitor', name: 'token', good: 'a'.repeat(43), isLoaded: true },
  { path: '/confirm-email', who: 'visitor', name: 'token', good: 'a'.repeat(43), read: confirmation },
  { path: '/forgot-password', who: 'visitor', name: 'asked', good: 'on' },
  { path: '/login', who: 'visitor', name: 'reset', good: 'on', isSame: true },
  { path: '/account/address', who: 'student', name: 'done', good: 'saved', isSame: true },
  { path: '/account', who: 'student', name: 'delete', good: 'on', isLoaded: true },
  { path: '/account/security', who: 'student', name: 'saved', good: 'on', isLoaded: true },
  { path: '/account/security', who: 'store', name: 'end', good: id, isLoaded: true },
  { path: '/CreateBooksAndNovels', who: 'student', name: 'tab', good: 'novels' },
  {
    path: '/CreateBooksAndNovels',
    who: 'student',
    name: 'uploaded',
    good: id,
    read: ({ db, viewer }, value) => findUploaded(db, viewer, value),
  },
  { path: '/CreateBooksAndNovels', who: 'student', name: 'share', good: 'on', isSame: true },
  { path: '/CreateCourseAndNotes', who: 'student', name: 'tab', good: 'courses', isSame: true },
  { path: '/CreatePost', who: 'store', name: 'tab', good: 'novels', isSame: true },
  { path: '/AlterBooksAndNovels', who: 'student', name: 'tab', good: 'notes' },
  { path: '/AlterBooksAndNovels', who: 'student', name: 'done', good: 'updated' },
  { path: '/AlterBooksAndNovels', who: 'student', name: 'before', good: id, read: ownBefore },
  { path: '/AlterBooksAndNovels', who: 'student', name: 'edit', good: id, read: ownOne },
  { path: '/AlterBooksAndNovels', who: 'student', name: 'delete', good: id, read: ownOne },
  { path: '/AlterPosts', who: 'store', name: 'tab', good: 'books', isSame: true },
  { path: '/AlterPosts', who: 'store', name: 'before', good: id, read: ownBefore, isSame: true },
  { path: '/AlterPosts', who: 'store', name: 'edit', good: id, read: ownOne, isSame: true },
  { path: '/AlterPosts', who: 'store', name: 'delete', good: id, read: ownOne, isSame: true },
  { path: '/userOrders', who: 'student', name: 'before', good: id, read: ordersBefore },
  { path: '/userOrders', who: 'student', name: 'order', good: id, read: oneOrder },
  { path: '/userOrders', who: 'student', name: 'tab', good: 'own', read: ordersAsked },
  { path: '/userOrders', who: 'student', name: 'q', good: 'Physics', read: ordersAsked },
  { path: '/userOrders', who: 'student', name: 'first', good: id, read: ordersAsked },
  { path: '/userOrders', who: 'student', name: 'decline', good: id, isLoaded: true },
  {
    path: '/purchases/:value/pdfs/1',
    who: 'student',
    name: null,
    good: id,
    read: load(buyersPdf, (value) => ({ id: value, number: '1' })),
  },
  {
    path: `/purchases/${id}/pdfs/:value`,
    who: 'student',
    name: null,
    good: '1',
    read: load(buyersPdf, (value) => ({ id, number: value })),
  },
  { path: '/purchases', who: 'student', name: 'before', good: id, read: purchasesAsked },
  { path: '/purchases', who: 'student', name: 'q', good: 'Physics', read: purchasesAsked, isSame: true },
  { path: '/purchases', who: 'store', name: 'first', good: id, read: purchasesAsked, isSame: true },
  { path: '/purchases', who: 'student', name: 'cancel', good: id, isSame: true },
  { path: '/purchases', who: 'student', name: 'problem', good: id, isSame: true },
  { path: '/purchases', who: 'student', name: 'bought', good: 'book', isSame: true },
  { path: '/orderlist', who: 'store', name: 'before', good: id, read: ordersBefore, isSame: true },
  { path: '/orderlist', who: 'store', name: 'order', good: id, read: oneOrder, isSame: true },
  {
    path: '/sellers/:value',
    who: 'visitor',
    name: null,
    good: id,
    read: ({ db }, value) => findSeller(db, value),
  },
  { path: `/sellers/${id}`, who: 'visitor', name: 'tab', good: 'notes', isLoaded: true },
  { path: `/sellers/${id}`, who: 'student', name: 'before', beside: 'tab=notes', good: id, read: ofSeller },
  {
    path: '/sellers/:value/ratings',
    who: 'visitor',
    name: null,
    good: id,
    read: ({ db }, value) => findSeller(db, value),
  },
  { path: `/sellers/${id}/ratings`, who: 'visitor', name: 'before', good: id, read: ratingsBefore },
  { path: '/my-requests', who: 'student', name: 'before', good: id, read: requestsBefore },
  { path: '/my-requests', who: 'store', name: 'refused', good: 'full', isLoaded: true },
  { path: '/my-requests', who: 'student', name: 'request', good: id, isLoaded: true },
  { path: '/my-requests', who: 'student', name: 'search', good: id, isLoaded: true },
  { path: '/wanted', who: 'student', name: 'before', beside: 'district=', good: id, read: wantedBefore },
  { path: '/wanted', who: 'student', name: 'class', beside: 'district=', good: 'Class 10', isLoaded: true },
  { path: '/wanted', who: 'store', name: 'stream', good: 'Arts', isLoaded: true },
  { path: '/wanted', who: 'store', name: 'district', good: 'Jorhat', isLoaded: true },
  { path: '/wanted/count', who: 'student', name: 'name', good: 'physics', read: wantedCount },
  { path: '/wanted/count', who: 'student', name: 'className', good: '12', read: wantedCount, isSame: true },
  { path: '/wanted/count', who: 'student', name: 'authorName', good: 'Verma', read: wantedCount, isSame: true },
  { path: '/wanted/count', who: 'store', name: 'kind', beside: 'name=physics', good: 'book', isSame: true },
  { path: '/for-sale', who: 'student', name: 'bookName', good: 'physics', read: forSale },
  {
    path: '/for-sale',
    who: 'student',
    name: 'className',
    beside: 'bookName=a',
    good: '12',
    read: forSale,
    isSame: true,
  },
  { path: '/for-sale', who: 'student', name: 'stream', beside: 'bookName=a', good: 'Arts', isSame: true },
  { path: '/CreateBooksAndNovels', who: 'student', name: 'name', good: 'Physics', isSame: true },
  { path: '/saved', who: 'student', name: 'before', good: id, read: savedBefore },
  { path: '/saved', who: 'store', name: 'refused', good: 'full', isLoaded: true },
  {
    path: '/saved/posts/:value',
    who: 'student',
    name: null,
    good: id,
    read: load(changeSaved, (value) => ({ id: value })),
  },
  { path: '/login', who: 'visitor', name: 'to', beside: 'x=1', good: `/saved/posts/${id}`, read: goOn, isSame: true },
  {
    path: '/posts/:value',
    who: 'visitor',
    name: null,
    good: id,
    read: ({ context }, value) => findPostDetails(context.get(dbContext), null, value),
  },
  { path: '/posts/:value/physics', who: 'visitor', name: null, good: id, isSame: true },
  {
    path: `/posts/${id}/:value`,
    who: 'visitor',
    name: null,
    good: 'physics',
    read: ({ context }, value) => findPostsLike(context.get(searchDbContext), null, value),
  },
  { path: `/posts/${id}/physics`, who: 'student', name: 'picture', good: '2', isSame: true },
  { path: `/posts/${id}/physics`, who: 'student', name: 'share', good: 'on', isSame: true },
  { path: `/posts/${id}/physics`, who: 'student', name: 'ask', good: 'on', isSame: true },
  {
    path: '/posts/:value/pdfs/1',
    who: 'student',
    name: null,
    good: id,
    read: load(ownPdf, (value) => ({ id: value, number: '1' })),
  },
  {
    path: `/posts/${id}/pdfs/:value`,
    who: 'student',
    name: null,
    good: '1',
    read: load(ownPdf, (number) => ({ id, number })),
  },
  {
    path: '/posts/:value/buy',
    who: 'student',
    name: null,
    good: id,
    read: ({ context }, value) => findBuying(context, value),
  },
  {
    path: '/posts/:value/comments',
    who: 'student',
    name: null,
    good: id,
    read: ({ context }, value) => findComments(context, value, null),
  },
  { path: `/posts/${id}/comments`, who: 'student', name: 'commented', good: 'on', isSame: true },
  {
    path: '/posts/:value/preview',
    who: 'visitor',
    name: null,
    good: id,
    read: ({ context }, value) => findPreviewPage(context, value),
  },
  { path: `/posts/${id}/preview`, who: 'visitor', name: 'pdf', good: '2', isSame: true },
  {
    path: '/posts/:value/preview/1',
    who: 'visitor',
    name: null,
    good: id,
    read: load(previewPdf, (value) => ({ id: value, number: '1' })),
  },
  {
    path: `/posts/${id}/preview/:value`,
    who: 'visitor',
    name: null,
    good: '1',
    read: load(previewPdf, (number) => ({ id, number })),
  },
  { path: '/help', who: 'student', name: 'ticket', good: '1', read: ownTicket },
  { path: '/help', who: 'student', name: 'before', good: id, isSame: true },
  { path: '/help', who: 'student', name: 'sent', good: 'on', isSame: true },
  { path: '/help', who: 'student', name: 'reply', good: 'on', isSame: true },
  { path: '/report', who: 'student', name: 'post', good: id, isLoaded: true },
  { path: '/report', who: 'student', name: 'comment', good: id, isSame: true },
  { path: '/team/login', who: 'visitor', name: 'chosen', good: 'on', isSame: true },
  { path: '/team/login', who: 'visitor', name: 'to', good: '/team/tickets/1', isSame: true },
  { path: '/team/password', who: 'visitor', name: 'token', good: 'a'.repeat(43), isLoaded: true },
  { path: '/team/tickets', who: 'student', name: 'show', good: 'late', read: ticketsAsked },
  { path: '/team/tickets', who: 'student', name: 'q', good: 'physics', read: ticketsAsked },
  { path: '/team/tickets', who: 'student', name: 'after', good: `2026-11-17T19:00:00.000Z_${id}`, read: ticketsAsked },
  { path: '/team/tickets/:value', who: 'student', name: null, good: '1', isLoaded: true },
  {
    path: '/team/people',
    who: 'student',
    name: 'q',
    good: '9876543210',
    read: ({ db }, value) => searchPeople(db, 'somebody', value),
  },
  {
    path: '/team/people/:value',
    who: 'student',
    name: null,
    good: id,
    read: ({ db }, value) => readPerson(db, 'somebody', value),
  },
  ...Object.entries({
    about: 'ticket 1',
    event: 'ticket read',
    kind: 'look',
    member: id,
    from: '2026-11-01',
    to: '2026-11-17',
  }).map(([name, good]): TriedQuery => ({ path: '/team/audit', who: 'student', name, good, read: auditAsked })),
  { path: '/team/overview', who: 'student', name: 'by', good: 'week', isSame: true },
  { path: '/team/posts', who: 'student', name: 'show', good: 'held', isLoaded: true },
  { path: '/team/posts', who: 'student', name: 'q', good: 'physics', read: postsAsked },
  { path: '/team/posts', who: 'student', name: 'before', good: id, isSame: true },
  {
    path: '/team/posts/:value',
    who: 'student',
    name: null,
    good: id,
    read: ({ db }, value) => readPost(db, 'somebody', value),
  },
  { path: '/pictures/images/:value', who: 'visitor', name: null, good: 'a.jpg', read: picture },
  { path: '/share/:value.jpg', who: 'visitor', name: null, good: id, read: sharePicture },
  { path: `/share/${id}.jpg`, who: 'visitor', name: 'v', good: 'aa', read: sharePicture, isSame: true },
  { path: '/sitemap/:value.xml', who: 'visitor', name: null, good: '1' },
  { path: '/:value', who: 'visitor', name: null, good: 'login' },
  { path: '/:value.data', who: 'visitor', name: null, good: 'login' },
]

/** Parameters of the upload routes, which take a file and render no page: files.ts tries them with files. */
export const uploadParameters = ['folder', 'name']

/** The URL with these values. Lone surrogates are replaced, as a URL cannot contain them. */
export function addressOf({ path, name, beside }: TriedQuery, value: string, ...more: [name: string, value: string][]) {
  const encoded = encodeURIComponent(value.toWellFormed())
  if (name === null) return path.replace(':value', () => encoded)
  const others = more.map(([other, its]) => `&${other}=${encodeURIComponent(its.toWellFormed())}`).join('')
  return `${path}?${beside ? `${beside}&` : ''}${name}=${encoded}${others}`
}

/** For messages about faults. */
export const placeOf = ({ path, name, who }: TriedQuery) => `${path} ${name ?? 'in the path'} of a ${who}`
