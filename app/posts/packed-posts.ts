import { useMemo } from 'react'

import type { ListedPost } from './post-queries.server.ts'

const fields = [
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
] as const

/** Names what is missing above. */
type Packed<Missing = Exclude<keyof ListedPost, (typeof fields)[number]>> = [Missing] extends [never] ? string : Missing

/** Posts on their way to the browser, as one text: React Router would look at every value in every post by itself. */
export function packPosts(posts: ListedPost[]): Packed {
  return JSON.stringify(posts.map((post) => fields.map((field) => post[field])))
}

export function unpackPosts(packed: string) {
  return (JSON.parse(packed) as unknown[][]).map((values) => {
    const post = Object.fromEntries(fields.map((field, n) => [field, values[n]])) as unknown as ListedPost
    return { ...post, createdAt: new Date(post.createdAt) }
  })
}

export function usePosts(packed: string) {
  return useMemo(() => unpackPosts(packed), [packed])
}
