import { PostCover } from '#app/posts/post-cover.tsx'
import type { ListedPost } from '#app/posts/post-queries.server.ts'
import { Price } from '#app/posts/price.tsx'
import { PageLink } from '#app/rendering/page-link.tsx'

import { postPath } from './post-path.ts'

/** Posts side by side, each a link to its page; on phones they scroll. */
export function SimilarPosts({ title, posts }: { title: string; posts: ListedPost[] }) {
  if (posts.length === 0) return null
  return (
    <section className="mt-8 md:mt-12">
      <h2 className="mb-3">{title}</h2>
      <ul className="relative -mx-4 grid snap-x scroll-pl-4 auto-cols-[146px] grid-flow-col gap-4 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:grid-flow-row md:grid-cols-6 md:gap-6 md:overflow-visible md:px-0">
        {posts.map((post) => (
          <li key={post.id} className="snap-start">
            <PageLink to={postPath(post)} className="grid gap-2 no-underline">
              <PostCover post={post} maxWidth={176} sizes="(width >= 47.5rem) 176px, 146px" />
              <span className="line-clamp-2 text-sm leading-[1.35] font-semibold">{post.name}</span>
              <Price of={post} />
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
