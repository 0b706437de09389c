import type { PostKind } from '#app/posts/post-rules.ts'
import type { IconName } from '#app/ui/icon.tsx'

interface BrowseTab {
  name: string
  label: string
  kind: PostKind
  /** In a sentence: one of it, and all. */
  thing: string
  things: string
  icon: IconName
}

/** The listings that students find on the home page, and stores in the marketplace. */
export const browseTabs: BrowseTab[] = [
  { name: 'books', label: 'Books', kind: 'book', thing: 'book', things: 'books', icon: 'book' },
  { name: 'novels', label: 'Novels', kind: 'novel', thing: 'novel', things: 'novels', icon: 'bookmark' },
  { name: 'notes', label: "Note's", kind: 'note', thing: 'note', things: 'notes', icon: 'document' },
  { name: 'courses', label: 'Courses', kind: 'course', thing: 'course', things: 'courses', icon: 'cap' },
]
