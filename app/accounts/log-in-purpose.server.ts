import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import { safePath } from '#app/platform/safe-path.ts'

/** Pages that only students see, by what one does there: "Log in to …". */
const purposes: Record<string, string> = {
  '/createbooksandnovels': 'sell a book or a novel',
  '/createcourseandnotes': 'share notes or course materials',
  '/alterbooksandnovels': 'manage your posts',
  '/userorders': 'see your orders',
  '/account': 'see your data',
}

/**
 * What a visitor was about to do when the log-in was asked for, to go on after "Log in to" and "Sign up to". Null where the
 * address of the log-in page does not say.
 */
export async function findPurpose(db: Db, { searchParams }: URL) {
  const to = new URL(safePath(searchParams.get('to')) ?? '/', 'http://here.invalid')
  const find = (name: string) => searchParams.get(name) ?? to.searchParams.get(name)

  const [buy, comment] = [find('buy'), find('comment')]
  const post = await findPostName(db, buy ?? comment)
  if (post) return buy === null ? `comment on ${post}` : `buy ${post}`
  if (to.hash === '#request') {
    const book = to.searchParams.get('book')?.trim()
    return book ? `request ${book}` : 'request a book'
  }
  return purposes[to.pathname.toLowerCase()] ?? null
}

async function findPostName(db: Db, id: string | null) {
  if (!isId(id)) return null
  const post = await db.selectFrom('posts').select('name').where('id', '=', id).executeTakeFirst()
  return post?.name ?? null
}
