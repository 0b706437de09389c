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

/** Posts on their way from the database to the browser: one text, a line each, which nobody on the way looks into. */
export type PackedPosts = string

export const unpackPosts = (packed: PackedPosts) => (packed === '' ? [] : packed.split('\n').map(unpackPost))

export const countPosts = (packed: PackedPosts) => (packed === '' ? 0 : packed.split('\n').length)

/** The id of the last of them, which begins its line. */
export const lastIdOf = (packed: PackedPosts) => packed.slice(packed.lastIndexOf('\n') + '\n["'.length).split('"')[0]!

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
  }
}
