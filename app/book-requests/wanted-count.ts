import { signedInViewer } from '#app/access/viewer.ts'
import { countWanting } from '#app/matching/count-wanting.server.ts'
import { searchDbContext } from '#app/platform/context.ts'
import type { PostKind } from '#app/posts/post-rules.ts'
import { synonymsContext } from '#app/posts/search/synonyms-context.ts'

import type { Route } from './+types/wanted-count'

const kinds = ['book', 'novel', 'note', 'course'] as const

/** How many people look for what is being typed into an upload form. */
export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const of = (name: string) => searchParams.get(name) ?? ''
  const kind: PostKind = kinds.find((one) => one === searchParams.get('kind')) ?? 'book'
  const draft = { kind, name: of('name'), authorName: of('authorName'), className: of('className') }
  const viewer = signedInViewer(context)
  const count = await countWanting(context.get(searchDbContext), viewer, context.get(synonymsContext), draft)
  return Response.json({ count }, { headers: { 'Cache-Control': 'no-store' } })
}
