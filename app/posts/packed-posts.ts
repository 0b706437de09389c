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
  /** Whether the viewer sells it. */
  isOwn: boolean
}

/** Posts on their way from the database to the browser: one text, a line each, which nobody on the way looks into. */
export type PackedPosts = string

const noIds: readonly string[] = []

/** @param ownIds Those that the viewer sells. */
export const unpackPosts = (packed: PackedPosts, ownIds = noIds) =>
  packed === '' ? [] : packed.split('\n').map((line) => unpackPost(line, ownIds))

export function countPosts(packed: PackedPosts) {
  let count = packed === '' ? 0 : 1
  for (let at = packed.indexOf('\n'); at >= 0; at = packed.indexOf('\n', at + 1)) count += 1
  return count
}

/** Each begins its line. */
export const idsOf = (packed: PackedPosts) =>
  packed === '' ? [] : packed.split('\n').map((line) => line.slice('["'.length, line.indexOf('"', '["'.length)))

/** The id of the last of them, which begins its line. */
export function lastIdOf(packed: PackedPosts) {
  const start = packed.lastIndexOf('\n') + '\n["'.length
  return packed.slice(start, packed.indexOf('"', start))
}

/** In the order of listed_post, in the migrations. */
function unpackPost(line: string, ownIds: readonly string[]): ListedPost {
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
    isOwn: ownIds.includes(id),
  }
}
