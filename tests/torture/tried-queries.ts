import { listComments } from '#app/comments/comment-queries.server.ts'
import { findOrder, listOrders } from '#app/orders/order-queries.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { safePath } from '#app/platform/safe-path.ts'
import { findOwnPost, listOwnPosts } from '#app/posts/own-post-queries.server.ts'
import { findPreview } from '#app/posts/preview-queries.server.ts'
import { searchPosts } from '#app/posts/search-posts.server.ts'

import type { Person } from './ground.ts'

type Read = (db: Db, seller: { kind: 'student'; id: string; name: string; phone: string }, value: string) => unknown

interface TriedQuery {
  /** With `:value` where a part of the path is tried. */
  path: string
  /** The parameter; null where it is a part of the path. */
  name: string | null
  who: Person['kind'] | 'visitor'
  /** What must stand beside it to be looked at. */
  beside?: string
  good: string
  read?: Read
}

const id = '01890a5d-ac96-774b-bcce-b302099a8057'

const searchName: Read = (db, _, name) => searchPosts(db, { name, stream: '' })
const searchStream: Read = (db, _, stream) => searchPosts(db, { name: '', stream })
/** Where one goes on after the log-in is a path of ours, whatever the address says. */
const goOn: Read = (_db, _seller, value) => {
  const path = safePath(value)
  const isOurs =
    path === null || (new URL(path, 'http://puthi.test').origin === 'http://puthi.test' && !/[\r\n]/.test(path))
  if (!isOurs) throw new Error(`leads to ${path}`)
}

/** The parameters of the listings, on the home page and in the marketplace. */
const listed = (path: string, who: TriedQuery['who'], isRead: boolean): TriedQuery[] => [
  { path, who, name: 'tab', good: 'books' },
  { path, who, name: 'name', beside: 'tab=books', good: 'Book', ...(isRead && { read: searchName }) },
  { path, who, name: 'stream', beside: 'tab=books', good: 'Science', ...(isRead && { read: searchStream }) },
  { path, who, name: 'before', beside: 'tab=novels', good: id },
  { path, who, name: 'buy', beside: 'tab=books', good: id },
  {
    ...{ path, who, name: 'comment', beside: 'tab=books', good: id },
    ...(isRead && { read: (db: Db, _: unknown, value: string) => listComments(db, value) }),
  },
  {
    ...{ path, who, name: 'preview', beside: 'tab=notes', good: id },
    ...(isRead && { read: (db: Db, _: unknown, value: string) => findPreview(db, value) }),
  },
  { path, who, name: 'pdf', beside: 'tab=notes', good: '2' },
  { path, who, name: 'bought', beside: 'tab=books', good: 'book' },
  { path, who, name: 'commented', beside: 'tab=books', good: 'on' },
]

/** Every parameter of an address that something reads. A test compares them with the sources. */
export const triedQueries: TriedQuery[] = [
  ...listed('/', 'student', true),
  ...listed('/market', 'store', false),
  { path: '/', who: 'visitor', name: 'buy', good: id },
  { path: '/', who: 'student', name: 'request', good: '' },
  { path: '/', who: 'student', name: 'requested', good: 'on' },
  { path: '/', who: 'student', name: 'book', good: 'Asamar Buranji' },
  { path: '/', who: 'store', name: 'edit', good: 'on' },
  { path: '/', who: 'store', name: 'saved', good: 'on' },
  { path: '/login', who: 'visitor', name: 'to', good: '/userOrders', read: goOn },
  { path: '/slogin', who: 'visitor', name: 'to', good: '/orderlist' },
  { path: '/UserSignUp', who: 'visitor', name: 'to', good: '/userOrders' },
  { path: '/login', who: 'visitor', name: 'registered', good: 'on' },
  { path: '/CreateBooksAndNovels', who: 'student', name: 'tab', good: 'novels' },
  { path: '/CreateBooksAndNovels', who: 'student', name: 'uploaded', good: 'on' },
  { path: '/CreateCourseAndNotes', who: 'student', name: 'tab', good: 'courses' },
  { path: '/CreatePost', who: 'store', name: 'tab', good: 'novels' },
  { path: '/AlterBooksAndNovels', who: 'student', name: 'tab', good: 'notes' },
  {
    ...{ path: '/AlterBooksAndNovels', who: 'student', name: 'before', good: id },
    read: (db, seller, before) => listOwnPosts(db, seller, { kind: null, before }),
  },
  {
    ...{ path: '/AlterBooksAndNovels', who: 'student', name: 'edit', good: id },
    read: (db, seller, value) => findOwnPost(db, seller, value),
  },
  { path: '/AlterBooksAndNovels', who: 'student', name: 'delete', good: id },
  { path: '/AlterBooksAndNovels', who: 'student', name: 'done', good: 'updated' },
  { path: '/AlterPosts', who: 'store', name: 'tab', good: 'books' },
  { path: '/AlterPosts', who: 'store', name: 'before', good: id },
  { path: '/userOrders', who: 'student', name: 'before', good: id, read: listOrders },
  { path: '/userOrders', who: 'student', name: 'order', good: id, read: findOrder },
  { path: '/orderlist', who: 'store', name: 'order', good: id },
  { path: '/posts/:value/pdfs/1', who: 'student', name: null, good: id },
  { path: `/posts/${id}/pdfs/:value`, who: 'student', name: null, good: '1' },
  { path: '/posts/:value/comments', who: 'student', name: null, good: id },
  { path: '/posts/:value/preview/1', who: 'visitor', name: null, good: id },
  { path: `/posts/${id}/preview/:value`, who: 'visitor', name: null, good: '1' },
  { path: '/pictures/images/:value', who: 'visitor', name: null, good: 'a.jpg' },
  { path: '/:value', who: 'visitor', name: null, good: 'login' },
  { path: '/:value.data', who: 'visitor', name: null, good: 'login' },
]

/** Of uploads, which answer a file and no page: files.ts tries them with files. */
export const uploadParameters = ['folder', 'name']
