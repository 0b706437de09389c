import { PostList } from '#app/posts/post-list.tsx'
import type { listPosts } from '#app/posts/post-queries.server.ts'

import { browseTabs } from './browse-tabs.ts'

export type ListingPage = Awaited<ReturnType<typeof listPosts>>

interface ListingProps {
  /** Of the home page or the marketplace. */
  path: string
  tab: string
  page: ListingPage
}

/** One kind of what is for sale, newest first. */
export function Listing({ path, tab, page }: ListingProps) {
  const { label, things, kind } = browseTabs.find(({ name }) => name === tab)!
  return (
    <div data-part="listing" className="mx-auto w-full max-w-page px-4 py-5 md:px-8">
      <h1 className="mb-3">{label}</h1>
      {/* Anew for each list: what one added does not belong to the next. */}
      <PostList
        key={`${tab} ${page.posts[0]?.id}`}
        page={page}
        things={things}
        path={path}
        tab={tab}
        growsByItself={kind === 'novel'}
      />
    </div>
  )
}
