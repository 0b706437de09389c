import { type PictureWords, pictureWords } from '#app/files/picture.tsx'
import { formatDateTime } from '#app/platform/dates.ts'

import { hasPdfs } from './has-pdfs.ts'
import type { ListedPost } from './packed-posts.ts'
import { priceWords } from './prices.ts'

/** What is said of a post below its name. Of a note one asks what it is for, of a book who wrote it. */
export function wordsOf({ kind, authorName, className, collegeName, category, stream, condition }: ListedPost) {
  const facts = hasPdfs(kind) ? [className, collegeName] : [className, category, stream, condition]
  return { by: hasPdfs(kind) ? category : authorName, facts: facts.filter(Boolean).join(' · ') }
}

export type CoverWords = { name: string } & (PictureWords | Record<keyof PictureWords, null>)

const noPicture = { src: null, srcSet: null, width: null, height: null }

/** @param atMost The most pixels that it is wide on the page. */
export const coverWords = ({ name, picture }: Pick<ListedPost, 'name' | 'picture'>, atMost: number): CoverWords => ({
  name,
  ...(picture ? pictureWords(picture, atMost) : noPicture),
})

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
