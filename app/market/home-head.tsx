import { useLocation } from 'react-router'

import { findTab } from '#app/posts/browse-tabs.ts'
import type { PostKind } from '#app/posts/post-rules.ts'
import { siteSummary } from '#app/posts/sharing/site-summary.ts'
import { PageHead } from '#app/rendering/page-head.tsx'
import { useSiteName } from '#app/rendering/page-title.tsx'

const listTexts: Record<PostKind, { title: string; description: string }> = {
  book: {
    title: 'Used and new books in Assam',
    description: 'Textbooks and other books from students and book stores in Assam, each with its price and condition.',
  },
  novel: {
    title: 'Novels in Assam, used and new',
    description: 'Novels and stories that students and book stores in Assam sell, each with its price and condition.',
  },
  note: {
    title: 'Study notes by students in Assam',
    description: 'Study notes as PDF, written by students in Assam for school and college. Look inside before you buy.',
  },
  course: {
    title: 'Course materials by students in Assam',
    description: 'Course materials as PDF, shared by students in Assam. Look inside before you buy.',
  },
}

/** The parameters, besides the tab, that decide what a list shows. */
const listParams = ['name', 'stream', 'before']

/** The head of the home page or of one of its lists. Searches and further pages of a list are not listed. */
export function HomeHead({ tab }: { tab: string | null }) {
  const siteName = useSiteName()
  const { search } = useLocation()
  const list = findTab(tab)
  if (!list) {
    const title = `${siteName} · books, novels, notes and courses for students in Assam`
    return <PageHead title={title} namesSite description={siteSummary(siteName)} path="/" />
  }
  const given = new URLSearchParams(search)
  const query = new URLSearchParams({ tab: list.name })
  for (const name of listParams) if (given.get(name)) query.set(name, given.get(name)!)
  return <PageHead {...listTexts[list.kind]} path={`/?${query}`} isListed={query.size === 1} />
}
