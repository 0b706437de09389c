import { postPath } from '#app/posts/page/post-path.ts'
import { PostCover } from '#app/posts/post-cover.tsx'
import type { ListedPost } from '#app/posts/post-queries.server.ts'
import { PostSummary } from '#app/posts/post-summary.tsx'
import { Price } from '#app/posts/price.tsx'
import { PageLink } from '#app/rendering/page-link.tsx'

interface SoldOutProps {
  post: ListedPost
  similar: ListedPost[]
  /** Whether an order was refused: then it says that nothing was ordered. */
  isRefused: boolean
}

/** In place of the purchase form, with posts that can be bought instead. */
export function SoldOut({ post, similar, isRefused }: SoldOutProps) {
  return (
    <>
      <PostSummary post={post} />
      <p role={isRefused ? 'alert' : undefined}>All copies are sold.{isRefused && ' Nothing was ordered.'}</p>
      {similar.length > 0 && (
        <section className="mt-5">
          <h2 className="mb-2 font-sans text-base font-semibold tracking-normal">Similar posts</h2>
          <ul className="border-b border-rule">
            {similar.map((one) => (
              <li key={one.id} className="border-t border-rule">
                <PageLink
                  to={postPath(one)}
                  className="grid grid-cols-[44px_minmax(0,1fr)] items-center gap-x-3 py-2 no-underline hover:bg-leaf"
                >
                  <PostCover post={one} maxWidth={44} sizes="44px" />
                  <div className="grid gap-0.5">
                    <span className="line-clamp-2 text-sm leading-[1.35] font-semibold">{one.name}</span>
                    <Price of={one} />
                  </div>
                </PageLink>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
