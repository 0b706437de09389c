import { hash } from 'node:crypto'

import type { ListedPost } from '#app/posts/post-queries.server.ts'

/** What the share picture of a post shows. */
export type DrawnPost = Pick<
  ListedPost,
  'kind' | 'name' | 'pricePaise' | 'sellingPricePaise' | 'discount' | 'district' | 'picture'
>

/** Raise it when draw-share-picture.server.ts draws something else. */
const drawingVersion = 2

/** Another one for each picture that would be drawn of the post. */
export function shareVersionOf({ kind, name, pricePaise, sellingPricePaise, discount, district, picture }: DrawnPost) {
  const drawn = [drawingVersion, kind, name, pricePaise, sellingPricePaise, discount, district, picture?.key]
  return hash('sha256', JSON.stringify(drawn), 'base64url').slice(0, 12)
}
