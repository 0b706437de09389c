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
  sellerId: string
}

/** Posts on their way from the database to the browser: one text, a line each, which nobody on the way looks into. */
export type PackedPosts = string

export const unpackPosts = (packed: PackedPosts) => (packed === '' ? [] : packed.split('\n').map(unpackPost))

export function countPosts(packed: PackedPosts) {
  let count = packed === '' ? 0 : 1
  for (let at = packed.indexOf('\n'); at >= 0; at = packed.indexOf('\n', at + 1)) count += 1
  return count
}

/** The id of the last of them, which begins its line. */
export function lastIdOf(packed: PackedPosts) {
  const start = packed.lastIndexOf('\n') + '\n["'.length
  return packed.slice(start, packed.indexOf('"', start))
}

/** In the order of listed_post, in the migrations. */
function unpackPost(line: string): ListedPost {
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
    sellerId,
  ] = JSON.parse(line)
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
    sellerId,
  }
}
