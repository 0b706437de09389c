import { hasPdfs } from './has-pdfs.ts'
import type { ListedPost } from './post-queries.server.ts'

/** The two lines below a post's name. The first is the category of notes and courses, and the author of books. */
export function describePost({ kind, authorName, className, collegeName, category, stream }: ListedPost) {
  const facts = hasPdfs(kind) ? [className, collegeName] : [className, category, stream]
  return { by: hasPdfs(kind) ? category : authorName, facts: facts.filter(Boolean).join(' · ') }
}
