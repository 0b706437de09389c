import { siteMap } from '#app/access/site-map.ts'
import type { Db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/ids.server.ts'

import { safePath } from './safe-path.ts'

const purposes = new Map(siteMap.map(({ path, purpose }) => [path.toLowerCase(), purpose ?? null]))

/** Completes "Log in to …" and "Sign up to …" by the URL's parameters: what the visitor was about to do. Null if unknown. */
export async function findPurpose(db: Db, { searchParams }: URL) {
  const to = new URL(safePath(searchParams.get('to')) ?? '/', 'http://here.invalid')
  const parameter = (name: string) => searchParams.get(name) ?? to.searchParams.get(name)

  const [buy, comment] = [parameter('buy'), parameter('comment')]
  const post = await findPostName(db, buy ?? comment)
  if (post) return buy === null ? `comment on ${post}` : `buy ${post}`
  const saved = await findPostName(db, /^\/saved\/posts\/([^/]+)$/.exec(to.pathname)?.[1] ?? null)
  if (saved) return `save ${saved}`
  if (to.hash === '#request') {
    const book = to.searchParams.get('book')?.trim()
    return book ? `request ${book}` : 'request a book'
  }
  return purposes.get(to.pathname.toLowerCase()) ?? null
}

async function findPostName(db: Db, id: string | null) {
  if (!isId(id)) return null
  const post = await db.selectFrom('posts').select('name').where('id', '=', id).executeTakeFirst()
  return post?.name ?? null
}
