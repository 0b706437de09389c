import { formatDateTime } from '#app/platform/dates.ts'

import { coverWords } from './cover-words.ts'
import { hasPdfs } from './has-pdfs.ts'
import type { ListedPost } from './packed-posts.ts'
import { priceWords } from './prices.ts'

/** What is said of a post below its name. Of a note one asks what it is for, of a book who wrote it. */
export function wordsOf({ kind, authorName, className, collegeName, category, stream, condition }: ListedPost) {
  const facts = hasPdfs(kind) ? [className, collegeName] : [className, category, stream, condition]
  return { by: hasPdfs(kind) ? category : authorName, facts: facts.filter(Boolean).join(' · ') }
}

export type CardWords = ReturnType<typeof cardWords>

/** All that its card says of a post. */
export const cardWords = (post: ListedPost) => ({
  ...coverWords(post, 104),
  ...wordsOf(post),
  ...priceWords(post),
  id: post.id,
  seller: post.sellerName,
  at: post.createdAt.toISOString(),
  atText: formatDateTime(post.createdAt),
})
