import { rememberAgain } from '#app/platform/remember-again.ts'
import { keepLooks } from '#app/platform/written-once.ts'

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

/** A post on its way from the database to the browser: one text, which nobody on the way looks into. */
export type PackedPost = string

/** In the order of listed_post, in the migrations. */
function unpack(packed: PackedPost): ListedPost {
  const [
    id,
    kind,
    name,
    authorName,
    className,
    collegeName,
    stream,
    category,
    condition,
    pricePaise,
    sellingPricePaise,
    discount,
    createdAt,
    sellerName,
    picture,
  ] = JSON.parse(packed)
  return {
    id,
    kind,
    name,
    authorName,
    className,
    collegeName,
    stream,
    category,
    condition,
    pricePaise,
    sellingPricePaise,
    discount,
    createdAt: new Date(createdAt),
    sellerName,
    picture,
  }
}

/** Those that many look at are known again: what the server has written of a post, it keeps with it. */
export const unpackPost = rememberAgain({
  answer: unpack,
  signOf: (packed) => Number.parseInt(packed.slice(31, 38), 16), // the end of the id
  prepare: keepLooks,
  least: 1_000,
})
