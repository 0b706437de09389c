import { RouterContextProvider } from 'react-router'

import type { Viewer } from '#app/accounts/account-rules.ts'
import { safePath } from '#app/accounts/safe-path.ts'
import { findSeller } from '#app/accounts/seller-queries.server.ts'
import { viewerContext } from '#app/accounts/viewer.ts'
import { loader as commentsOfPost } from '#app/comments/comments-of-post.ts'
import { servePicture } from '#app/files/pictures/serve-picture.server.ts'
import { watchTakenPictures } from '#app/files/pictures/taken-pictures.server.ts'
import { storageContext } from '#app/files/storage/storage-context.ts'
import { createStorage } from '#app/files/storage/storage.server.ts'
import { findListing } from '#app/market/listing-queries.server.ts'
import { findOrder, listOrders } from '#app/orders/order-queries.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { configContext, dbContext, searchDbContext } from '#app/platform/context.ts'
import type { Db } from '#app/platform/db.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { findPostDetails, findPostsLike } from '#app/posts/page/post-details-queries.server.ts'
import { findSellerPosts } from '#app/posts/page/seller-posts-queries.server.ts'
import { loader as previewPdf } from '#app/posts/preview/preview-pdf.ts'
import { loader as ownPdf } from '#app/posts/selling/own-pdf.ts'
import { searchEverything } from '#app/posts/search/search-everything.server.ts'
import { readSearch } from '#app/posts/search/search-filters.ts'
import { suggest } from '#app/posts/search/suggest.server.ts'
import { loadSynonyms } from '#app/posts/search/synonyms.server.ts'
import type { Synonyms } from '#app/posts/search/synonyms.ts'
import { findOwnPost, findUploaded, listOwnPosts } from '#app/posts/selling/own-post-queries.server.ts'
import { serveSharePictures } from '#app/posts/sharing/serve-share-picture.server.ts'
import { loader as changeSaved } from '#app/saved/change-saved.ts'
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
  context.set(searchDbContext, db)
  context.set(configContext, config)
  context.set(storageContext, createStorage(config, createLog('error')))
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
/** Older than every post: the list is empty, and so quickly rendered. */
const beforeAll = '00000000-0000-7000-8000-000000000000'

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
const ordersBefore: Read = ({ db, viewer }, before) => listOrders(db, viewer, before)

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
  { path, who, name: 'buy', beside: 'tab=books', good: id, read: list },
  { path, who, name: 'comment', beside: 'tab=books', good: id, read: list },
  { path, who, name: 'preview', beside: `tab=notes&before=${beforeAll}`, good: id, read: list },
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
  ...{ q: 'physics', kind: 'book', class: 'HS 2nd Year', field: 'Science', condition: 'Good(used)', seller: 'store' },
  ...{ district: 'Jorhat', near: 'on', from: '50', to: '200', sort: 'price', shown: '48' },
}).map(([name, good]): TriedQuery => ({ path: '/search', who: 'visitor', name, good, read: everything }))
const ofSeller: Read = ({ db, viewer }, before) => findSellerPosts(db, viewer, viewer.id, { tab: 'notes', before })
const savedBefore: Read = ({ db, viewer }, before) => listSaved(db, viewer, before)

const ofMarket = `tab=books&before=${beforeAll}`

/** Every query parameter and path segment that the app reads. input.test.ts compares them with the sources. */
export const triedQueries: TriedQuery[] = [
  ...listed('/', 'student'),
  { path: '/', who: 'student', name: 'pdf', good: '2' },
  { path: '/', who: 'student', name: 'bought', good: 'book' },
  { path: '/', who: 'student', name: 'commented', good: 'on' },
  { path: '/', who: 'student', name: 'request', good: '' },
  { path: '/', who: 'student', name: 'requested', good: 'on' },
  { path: '/', who: 'student', name: 'book', good: 'Asamar Buranji' },
  ...listed('/market', 'store').map((query) => ({ ...query, isSame: true as const })),
  { path: '/market', who: 'store', name: 'pdf', beside: ofMarket, good: '2', isSame: true },
  { path: '/market', who: 'store', name: 'bought', beside: ofMarket, good: 'book', isSame: true },
  { path: '/market', who: 'store', name: 'commented', beside: ofMarket, good: 'on', isSame: true },
  { path: '/', who: 'visitor', name: 'buy', good: id, read: list, isSame: true },
  { path: '/', who: 'store', name: 'edit', good: 'on', isLoaded: true },
  { path: '/', who: 'store', name: 'saved', good: 'on', isLoaded: true },
  ...searched,
  { path: '/search', who: 'student', name: 'buy', good: id, isSame: true },
  { path: '/search', who: 'student', name: 'comment', good: id, isSame: true },
  { path: '/search', who: 'student', name: 'preview', good: id, isSame: true },
  {
    ...{ path: '/search/suggestions', who: 'visitor', name: 'q', good: 'phys' },
    read: ({ context }, value) => suggest(context.get(searchDbContext), value),
  },
  { path: '/login', who: 'visitor', name: 'to', good: '/userOrders', read: goOn },
  { path: '/slogin', who: 'visitor', name: 'to', good: '/orderlist', read: goOn, isSame: true },
  { path: '/UserSignUp', who: 'visitor', name: 'to', good: '/userOrders', read: goOn, isSame: true },
  { path: '/login', who: 'visitor', name: 'registered', good: 'on' },
  { path: '/profile', who: 'student', name: 'edit', good: 'on', isLoaded: true },
  { path: '/profile', who: 'student', name: 'saved', good: 'on', isLoaded: true },
  { path: '/account', who: 'student', name: 'delete', good: 'on', isLoaded: true },
  { path: '/CreateBooksAndNovels', who: 'student', name: 'tab', good: 'novels' },
  {
    ...{ path: '/CreateBooksAndNovels', who: 'student', name: 'uploaded', good: id },
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
  { path: '/orderlist', who: 'store', name: 'before', good: id, read: ordersBefore, isSame: true },
  { path: '/orderlist', who: 'store', name: 'order', good: id, read: oneOrder, isSame: true },
  {
    ...{ path: '/sellers/:value', who: 'visitor', name: null, good: id },
    read: ({ db }, value) => findSeller(db, value),
  },
  { path: `/sellers/${id}`, who: 'visitor', name: 'tab', good: 'notes', isLoaded: true },
  { path: `/sellers/${id}`, who: 'student', name: 'before', beside: 'tab=notes', good: id, read: ofSeller },
  { path: '/saved', who: 'student', name: 'before', good: id, read: savedBefore },
  { path: '/saved', who: 'store', name: 'refused', good: 'full', isLoaded: true },
  {
    ...{ path: '/saved/posts/:value', who: 'student', name: null, good: id },
    read: load(changeSaved, (value) => ({ id: value })),
  },
  { path: '/login', who: 'visitor', name: 'to', beside: 'x=1', good: `/saved/posts/${id}`, read: goOn, isSame: true },
  {
    ...{ path: '/posts/:value', who: 'visitor', name: null, good: id },
    read: ({ context }, value) => findPostDetails(context.get(dbContext), null, value),
  },
  { path: '/posts/:value/physics', who: 'visitor', name: null, good: id, isSame: true },
  {
    ...{ path: `/posts/${id}/:value`, who: 'visitor', name: null, good: 'physics' },
    read: ({ context }, value) => findPostsLike(context.get(searchDbContext), null, value),
  },
  { path: `/posts/${id}/physics`, who: 'student', name: 'picture', good: '2', isSame: true },
  { path: `/posts/${id}/physics`, who: 'student', name: 'share', good: 'on', isSame: true },
  { path: `/posts/${id}/physics`, who: 'student', name: 'ask', good: 'on', isSame: true },
  {
    ...{ path: '/posts/:value/pdfs/1', who: 'student', name: null, good: id },
    read: load(ownPdf, (value) => ({ id: value, number: '1' })),
  },
  {
    ...{ path: `/posts/${id}/pdfs/:value`, who: 'student', name: null, good: '1' },
    read: load(ownPdf, (number) => ({ id, number })),
  },
  {
    ...{ path: '/posts/:value/comments', who: 'student', name: null, good: id },
    read: load(commentsOfPost, (value) => ({ id: value })),
  },
  {
    ...{ path: '/posts/:value/preview/1', who: 'visitor', name: null, good: id },
    read: load(previewPdf, (value) => ({ id: value, number: '1' })),
  },
  {
    ...{ path: `/posts/${id}/preview/:value`, who: 'visitor', name: null, good: '1' },
    read: load(previewPdf, (number) => ({ id, number })),
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
