import type { PostKind } from '#app/posts/post-rules.ts'
import type { IconName } from '#app/ui/icon.tsx'
import type { Tab } from '#app/ui/tabs.tsx'

/** A tab of the home page or the marketplace. */
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

/** The home page's own tabs: what Puthi is, then a list of each kind. */
export const homeTabs: Tab[] = [
  { name: 'home', label: 'Home', to: '/', icon: 'home' },
  ...browseTabs.map(({ name, label, icon }) => ({ name, label, icon, to: `/?tab=${name}` })),
]
