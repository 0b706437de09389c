import { hasPdfs } from './has-pdfs.ts'
import type { ListedPost } from './packed-posts.ts'

/** What is said of a post below its name. Of a note one asks what it is for, of a book who wrote it. */
export function wordsOf({ kind, authorName, className, collegeName, category, stream, condition }: ListedPost) {
  const facts = hasPdfs(kind) ? [className, collegeName] : [className, category, stream, condition]
  return { by: hasPdfs(kind) ? category : authorName, facts: facts.filter(Boolean).join(' · ') }
}
