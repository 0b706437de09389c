import { buyPath, commentsPath, legalPaths } from '#app/access/paths.ts'
import { tell } from '#app/notices/tell.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { aBook, aCourse, anOrder, aNote, aNovel, aRatedOrder, aStore, aStudent } from '#database/makers.ts'
import { expect, test } from '#tests/support/browser.ts'
import { misfits, type View } from '#tests/support/reflow.ts'

const views: View[] = [
  { width: 320, height: 640, font: 16 }, // a small phone, or 1280 px at 400 %
  { width: 195, height: 422, font: 16 }, // a phone at 200 %
  { width: 640, height: 450, font: 16 }, // a desktop at 200 %
  { width: 768, height: 1024, font: 16 }, // the narrowest width with the desktop layout
  { width: 390, height: 844, font: 32 },
  { width: 1280, height: 900, font: 32 },
  { width: 390, height: 844, font: 16, text: '200%' },
  { width: 1280, height: 900, font: 16, text: '200%' },
]

// Without script the server renders dialogs open: there is nothing to wait for before measuring.
test.use({ javaScriptEnabled: false })

test('every page fits small screens, zoomed ones and a large font', async ({ page, db, signIn }) => {
  test.slow()
  const [student, store] = [await aStudent(db), await aStore(db)]
  const [book, novel] = [await aBook(db, store), await aNovel(db, student)]
  const [note, course] = [await aNote(db, student), await aCourse(db, student)]
  for (let n = 0; n < 5; n++) await aNote(db, student) // fill a shelf of the home page
  const order = await anOrder(db, {
    kind: 'novel',
    postId: novel.id,
    itemName: novel.name,
    sellerId: student.id,
    buyerId: store.id,
  })
  await aRatedOrder(db, { seller: student, buyer: store, words: 'As good as new, and came on time.' })
  await anOrder(db, { sellerId: student.id, buyerId: store.id, state: 'completed' }) // to be rated
  await tell(db, student.id, { event: 'order placed', orderId: order.id })
  await tell(db, store.id, { event: 'order receipt', orderId: order.id })
  const saved = { accountId: student.id, kind: 'book' as const, name: book.name, pricePaise: 50_000 }
  await db
    .insertInto('savedPosts')
    .values([book.id, newId()].map((postId) => ({ ...saved, id: newId(), postId })))
    .execute()

  const misfitsOf = (addresses: string[]) => misfits(page, addresses, views)
  const found = await misfitsOf([
    '/',
    '/?tab=books',
    '/?tab=novels',
    '/?tab=notes',
    '/?tab=courses',
    '/?tab=books&name=zzzz',
    '/forgot-password',
    '/reset-password',
    '/confirm-email',
    ...legalPaths,
    '/login',
    '/slogin',
    '/UserSignUp',
    '/sSignup',
    '/ContactUs',
    '/account/deleted',
    '/none',
    postPath(book),
    `${postPath(note)}?share=on`,
    `/posts/${newId()}/gone`,
    `/sellers/${student.id}`,
    `/sellers/${store.id}`,
    `/sellers/${student.id}/ratings`,
  ])
  await signIn(student)
  found.push(
    ...(await misfitsOf([
      '/',
      buyPath(book.id),
      buyPath(course.id),
      commentsPath(book.id),
      '/AlterBooksAndNovels?tab=novels',
      `/AlterBooksAndNovels?tab=notes&edit=${note.id}`,
      `/AlterBooksAndNovels?tab=notes&delete=${note.id}`,
      '/CreateBooksAndNovels',
      '/CreateCourseAndNotes?tab=courses',
      '/userOrders',
      `/userOrders?order=${order.id}`,
      `/userOrders?decline=${order.id}`,
      '/purchases',
      '/account',
      '/account?delete=on',
      '/account/security',
      '/profile',
      '/profile?edit=on',
      `/AlterBooksAndNovels?tab=novels&edit=${novel.id}`,
      `/AlterBooksAndNovels?tab=courses&edit=${course.id}`,
      `/CreateBooksAndNovels?tab=novels&uploaded=${novel.id}&share=on`,
      '/my-requests',
      '/wanted',
      '/notices',
      '/account/address',
      '/saved',
      '/?tab=notes',
      '/?tab=books',
      postPath(book),
    ])),
  )
  await signIn(store)
  found.push(
    ...(await misfitsOf([
      '/',
      '/?edit=on',
      '/AlterPosts',
      `/AlterPosts?edit=${book.id}`,
      '/orderlist',
      '/CreatePost?tab=novels',
      '/market',
      buyPath(note.id),
      '/account',
      '/notices',
      '/saved',
      '/market?tab=notes',
      '/my-requests',
      '/wanted',
    ])),
  )
  expect(found).toEqual([])
})
