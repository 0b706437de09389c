import type { IconName } from '#app/ui/icon.tsx'
import type { Tab } from '#app/ui/tabs.tsx'

import type { PostKind } from './post-rules.ts'

/** A tab of the home page or the marketplace. */
export interface BrowseTab {
  name: string
  label: string
  kind: PostKind
  /** For sentences. */
  singular: string
  plural: string
  icon: IconName
}

/** The lists on the students' home page and in the stores' marketplace. */
export const browseTabs: BrowseTab[] = [
  { name: 'books', label: 'Books', kind: 'book', singular: 'book', plural: 'books', icon: 'book' },
  { name: 'novels', label: 'Novels', kind: 'novel', singular: 'novel', plural: 'novels', icon: 'bookmark' },
  { name: 'notes', label: "Note's", kind: 'note', singular: 'note', plural: 'notes', icon: 'document' },
  { name: 'courses', label: 'Courses', kind: 'course', singular: 'course', plural: 'courses', icon: 'cap' },
]

export const findTab = (name: string | null) => browseTabs.find((tab) => tab.name === name)

/** The tabs of the home page: the introduction, then a list of each kind. */
export const homeTabs: Tab[] = [
  { name: 'home', label: 'Home', to: '/', icon: 'home' },
  ...browseTabs.map(({ name, label, icon }) => ({ name, label, icon, to: `/?tab=${name}` })),
]
