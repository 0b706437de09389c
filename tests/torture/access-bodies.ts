import { buyPattern, commentsPattern } from '#app/access/paths.ts'
import type { Db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import { savingPattern } from './access-model.ts'

export type Files = Awaited<ReturnType<typeof seedFiles>>

/** Pending files for the forms: one that is wrongly let through must not fail for lack of its files. */
export async function seedFiles(db: Db) {
  const key = (folder: string, ending: string) => `${folder}/${newId()}_0123456789abcdef0123456789abcdef_a.${ending}`
  const files = {
    picture1: key('images', 'jpg'),
    picture2: key('images', 'jpg'),
    picture: key('Bookstores', 'jpg'),
    pdf1: key('uploads', 'pdf'),
    pdf2: key('uploads', 'pdf'),
  }
  for (const one of Object.values(files)) {
    const size = one.endsWith('pdf')
      ? { kind: 'pdf' as const, pageCount: 1 }
      : { kind: 'picture' as const, width: 1, height: 1 }
    await db.insertInto('files').values({ key: one, bytes: 1, ...size }).execute() // prettier-ignore
  }
  return files
}

/** A correctly filled body for each form of the site map. */
export function bodiesOf({ picture, picture1, picture2, pdf1, pdf2 }: Files): Record<string, Record<string, string>> {
  const where = { phone: '8000000001', pin: '781001', address: 'Panbazar' }
  const account = { name: 'Rina Das', phone: '8000000002', email: 'rina@a.in', password: 'secret@1' }
  const post = { name: 'Changed', authorName: 'B. Das', stream: 'Arts', condition: 'Good(used)', price: '250' }
  const order = { ...where, key: crypto.randomUUID(), shownPaise: '49500', name: 'Rina Das', quantity: '1' }
  const store = { name: 'Changed', district: 'Kamrup', address: 'Panbazar', email: 'store@a.in' }
  return {
    '/': { ...store, phone: account.phone, picture: '' },
    [buyPattern]: order,
    '/?request': { ...where, bookName: 'Rongmili', className: 'XI', stream: 'Arts', condition: 'New' },
    '/ContactUs': { name: 'Rina Das', phone: where.phone, reason: 'A word' },
    '/help': { reason: 'A word' },
    '/help?reply': { ticket: '1', words: 'A word' },
    '/report': { reason: 'spam', words: '' },
    '/login': { phone: account.phone, password: account.password },
    '/slogin': { phone: account.phone, password: account.password },
    '/UserSignUp': { ...account, className: 'XI', collegeName: 'Cotton' },
    '/profile': { ...account, className: 'XI', collegeName: 'Cotton' },
    '/sSignup': { ...account, ...store, picture },
    '/CreateBooksAndNovels': { ...post, picture1, picture2 },
    '/CreatePost': { ...post, picture1, picture2 },
    '/CreateCourseAndNotes': { name: 'Optics', category: 'HSLC (SEBA)', price: '70', pdf1, pdf2 },
    '/AlterBooksAndNovels?edit': post,
    '/AlterBooksAndNovels?delete': {},
    '/AlterPosts?edit': post,
    '/AlterPosts?delete': {},
    '/userOrders': { order: newId(), deed: 'cancel', key: crypto.randomUUID(), reason: 'price' },
    '/orderlist': { order: newId(), deed: 'cancel', key: crypto.randomUUID(), reason: 'price' },
    '/purchases': { order: newId(), deed: 'cancel', key: crypto.randomUUID(), reason: 'price' },
    [savingPattern]: { saved: 'on', back: '/?tab=books' },
    [`${savingPattern}?off`]: { saved: 'off', back: '/?tab=books' },
    '/saved-searches': { search: 'q=optics', tell: 'on', back: '/search?q=optics' },
    '/my-requests?request': { change: 'found' },
    '/my-requests?search': {},
    [commentsPattern]: { comment: 'Is it new?' },
    '/account/security': { currentPassword: account.password, newPassword: 'secret@2' },
    '/account/security?end': {},
    '/notices': { read: 'all' },
    '/notices?settings': { 'orders-mail': 'on' },
    '/notices/push': { endpoint: 'https://fcm.googleapis.com/a', p256dh: 'a'.repeat(87), auth: 'a'.repeat(22) },
    '/unsubscribe': {},
    '/forgot-password': { who: account.phone },
    '/reset-password': { newPassword: account.password },
    '/confirm-email': {},
    '/account/confirmation': { send: 'link' },
    '/account/address': { name: account.name, phone: account.phone },
    '/logout': {},
  }
}
