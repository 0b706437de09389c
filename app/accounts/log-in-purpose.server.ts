import { matchPath, type RouterContextProvider } from 'react-router'

import { buyPattern, commentsPattern } from '#app/access/paths.ts'
import { siteMap } from '#app/access/site-map.ts'
import { dbContext } from '#app/platform/context.ts'
import { isId } from '#app/platform/ids.server.ts'
import { changesWith } from '#app/rendering/changes-with.ts'

import { safePath } from './safe-path.ts'

const purposes = new Map(siteMap.map(({ path, purpose }) => [path.toLowerCase(), purpose ?? null]))

/**
 * Completes "Log in to …" and "Sign up to …" by the URL's parameters: what the visitor was about to do. Null if unknown. Never quotes text
 * of the URL: a link that somebody else made could put words into the site's mouth, such as a false phone number.
 */
export async function findPurpose(context: Readonly<RouterContextProvider>, { searchParams }: URL) {
  const to = new URL(safePath(searchParams.get('to')) ?? '/', 'http://here.invalid')
  const parameter = (name: string) => searchParams.get(name) ?? to.searchParams.get(name)

  const bought = await findPostName(context, idIn(buyPattern, to) ?? parameter('buy'))
  if (bought) return `buy ${bought}`
  const commented = await findPostName(context, idIn(commentsPattern, to) ?? parameter('comment'))
  if (commented) return `comment on ${commented}`
  const saved = await findPostName(context, idIn('/saved/posts/:id', to))
  if (saved) return `save ${saved}`
  if (to.hash === '#request') return 'request a book'
  return purposes.get(to.pathname.toLowerCase()) ?? null
}

const idIn = (pattern: string, { pathname }: URL) => matchPath(pattern, pathname)?.params.id ?? null

async function findPostName(context: Readonly<RouterContextProvider>, id: string | null) {
  if (!isId(id)) return null
  changesWith(context, `post:${id}`) // also where it is renamed, deleted, or back
  const post = await context.get(dbContext).selectFrom('posts').select('name').where('id', '=', id).executeTakeFirst()
  return post?.name ?? null
}
