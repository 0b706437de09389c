import { signedInViewer } from '#app/access/viewer.ts'
import { findForSale } from '#app/matching/find-for-sale.server.ts'
import { searchDbContext } from '#app/platform/context.ts'
import { synonymsContext } from '#app/posts/search/synonyms-context.ts'

import type { Route } from './+types/posts-for-sale'
import { describeForSale } from './for-sale.ts'

/** What is for sale of the book whose name was typed into the request form. */
export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const of = (name: string) => searchParams.get(name) ?? ''
  const asked = { bookName: of('bookName'), className: of('className'), stream: of('stream') }
  const viewer = signedInViewer(context)
  const posts = await findForSale(context.get(searchDbContext), viewer, context.get(synonymsContext), asked)
  return Response.json(posts.map(describeForSale), { headers: { 'Cache-Control': 'no-store' } })
}
