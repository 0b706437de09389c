import { rememberNewest } from '#app/platform/remember-newest.ts'

import type { PostKind } from './post-rules.ts'

/** What a list shows of a post. */
export interface ListedPost {
  id: string
  kind: PostKind
  name: string
  authorName: string | null
  className: string | null
  collegeName: string | null
  stream: string | null
  category: string | null
  condition: string | null
  pricePaise: number
  sellingPricePaise: number | null
  discount: number | null
  createdAt: Date
  sellerName: string
  picture: { key: string; width: number; height: number } | null
}

/** In their order. */
export const packedFields = [
  'id',
  'kind',
  'name',
  'authorName',
  'className',
  'collegeName',
  'stream',
  'category',
  'condition',
  'pricePaise',
  'sellingPricePaise',
  'discount',
  'createdAt',
  'sellerName',
  'picture',
] as const satisfies (keyof ListedPost)[]

/** A post on its way from the database to the browser: one text, which nobody on the way looks into. */
export type PackedPost = string

function unpack(packed: PackedPost) {
  const values = JSON.parse(packed) as unknown[]
  const post: Record<string, unknown> = {}
  for (const [n, field] of packedFields.entries()) post[field] = values[n]
  post.createdAt = new Date(post.createdAt as string)
  return post as unknown as ListedPost
}

/** The newest are known again: what the server has written of a post, it keeps with it. */
export const unpackPost = rememberNewest(3_000, unpack)
