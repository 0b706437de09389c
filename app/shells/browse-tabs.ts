import type { PostKind } from '#app/posts/post-rules.ts'
import type { IconName } from '#app/ui/icon.tsx'

interface BrowseTab {
  name: string
  label: string
  kind: PostKind
  /** In a sentence. */
  things: string
  icon: IconName
}

/** The listings that students find on the home page, and stores in the marketplace. */
export const browseTabs: BrowseTab[] = [
  { name: 'books', label: 'Books', kind: 'book', things: 'books', icon: 'book' },
  { name: 'novels', label: 'Novels', kind: 'novel', things: 'novels', icon: 'bookmark' },
  { name: 'notes', label: "Note's", kind: 'note', things: 'notes', icon: 'document' },
  { name: 'courses', label: 'Courses', kind: 'course', things: 'courses', icon: 'cap' },
]
