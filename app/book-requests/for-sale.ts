import { formatPaise } from '#app/format/money.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import type { ListedPost } from '#app/posts/post-queries.server.ts'
import { payablePaise } from '#app/posts/prices.ts'

/** A post that may be the book somebody asks for, in words. */
export interface ForSale {
  path: string
  name: string
  facts: string
  price: string
}

export const describeForSale = (post: ListedPost): ForSale => ({
  path: postPath(post),
  name: post.name,
  facts: [post.authorName, post.condition, post.district].filter(Boolean).join(' · '),
  price: formatPaise(payablePaise(post)),
})

/** Where the request form asks for them. */
export const forSalePath = '/for-sale'
