import { Link } from 'react-router'

import type { Role } from '#app/access/role-rules.ts'
import { useRole } from '#app/accounts/use-viewer.ts'
import { CoverLink } from '#app/posts/page/cover-link.tsx'
import { postPath } from '#app/posts/page/post-path.ts'
import { PostCover } from '#app/posts/post-cover.tsx'
import type { ListedPost } from '#app/posts/post-queries.server.ts'
import { Price } from '#app/posts/price.tsx'
import { Cached } from '#app/rendering/cached.tsx'
import { PageLink } from '#app/rendering/page-link.tsx'
import { SaveButton } from '#app/saved/save-button.tsx'

import { PostButtons } from './post-buttons.tsx'

interface ShelfProps {
  title: string
  posts: ListedPost[]
  /** The whole list, and the label of its link. */
  to: string
  all: string
}

/** The newest posts of a kind side by side; on phones a partly visible one shows that the shelf scrolls. */
export function Shelf(props: ShelfProps) {
  const role = useRole()
  if (props.posts.length === 0) return null
  return <Cached of={ShelfSection} props={{ ...props, role }} />
}

function ShelfSection({ title, posts, to, all, role }: ShelfProps & { role: Role }) {
  return (
    <section className="mx-auto w-full max-w-page px-4 pb-8 md:px-8 md:pb-12">
      <div className="mb-3 flex min-h-11 items-center justify-between gap-4">
        <h2>{title}</h2>
        <Link to={to} className="inline-flex min-h-11 items-center text-sm font-medium text-accent-ink">
          {all}
        </Link>
      </div>
      <div className="relative -mx-4 grid snap-x scroll-pl-4 auto-cols-[168px] grid-flow-col overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:grid-flow-row md:grid-cols-[repeat(auto-fill,minmax(max(9rem,(100%-1px)/6),1fr))] md:gap-y-6 md:overflow-visible md:px-0">
        {posts.map((post) => (
          <ShelfItem key={post.id} post={post} role={role} />
        ))}
      </div>
    </section>
  )
}

function ShelfItem({ post, role }: { post: ListedPost; role: Role }) {
  const path = postPath(post)
  return (
    <article
      aria-label={post.name}
      className="group/item grid snap-start grid-rows-[auto_1fr_auto] pr-4 md:pr-6 md:last:pr-0"
    >
      <div className="-mr-4 border-b-3 border-ink pt-1 group-last/item:mr-0 md:-mr-6">
        <div className="relative w-31 max-w-full md:w-36 md:max-w-[calc(100%-2.5rem)]">
          <CoverLink to={path}>
            <PostCover post={post} maxWidth={144} sizes="(width >= 47.5rem) 144px, 124px" />
          </CoverLink>
          <SaveButton post={post} role={role} isHeartOnly className="absolute bottom-0 left-full -ml-1" />
        </div>
      </div>
      <div className="mt-2.5 flex min-w-0 flex-col gap-0.5">
        <h3 className="font-sans text-sm leading-[1.35] font-semibold tracking-normal">
          <PageLink to={path} className="line-clamp-2 no-underline hover:underline">
            {post.name}
          </PageLink>
        </h3>
        <p className="truncate text-sm text-ink-soft">{post.authorName || post.category}</p>
        <div className="mt-auto pt-1">
          <Price of={post} />
        </div>
      </div>
      <div className="mt-2 flex flex-wrap gap-1.5">
        <PostButtons post={post} role={role} isOnShelf />
      </div>
    </article>
  )
}
