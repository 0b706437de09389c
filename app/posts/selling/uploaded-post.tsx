import { type Ref, useId } from 'react'

import { postPath } from '#app/posts/page/post-path.ts'
import { ShareButton, ShareDialog, type SharedPost } from '#app/posts/page/share-post.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

interface UploadedPostProps {
  ref: Ref<HTMLElement>
  post: SharedPost
  /** PUBLIC_URL; null if it is not configured. */
  publicUrl: string | null
  /** The link to the empty form. */
  another: { to: string; onClick: () => void }
}

/** What to do with a post that was just uploaded. */
export function UploadedPost({ ref, post, publicUrl, another }: UploadedPostProps) {
  const titleId = useId()
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="mt-3 mb-6 scroll-mt-20 rounded-md border border-rule p-4"
    >
      <h2 id={titleId} className="line-clamp-2 py-1 text-xl">
        Posted: {post.name}
      </h2>
      <div className="mt-2 flex flex-wrap gap-2">
        <ButtonLink to={postPath(post)} variant="ink">
          <Icon name="eye" /> View it
        </ButtonLink>
        <ButtonLink {...another} variant="line">
          <Icon name="add" /> Post another
        </ButtonLink>
        <ShareButton post={post} publicUrl={publicUrl} />
      </div>
      <ShareDialog post={post} publicUrl={publicUrl} />
    </section>
  )
}
