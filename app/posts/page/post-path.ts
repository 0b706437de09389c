import type { PostKind } from '#app/posts/post-rules.ts'

interface NamedPost {
  id: string
  kind: PostKind
  name: string
}

const slugMax = 60

/** `/posts/:id/comments` is another route. */
const takenSlug = 'comments'

/** The canonical path of a post's page. The id alone finds the post; the slug is for people. */
export const postPath = (post: NamedPost) => `/posts/${post.id}/${encodeURIComponent(slugOf(post))}`

/** The words of the name, in any script, joined by hyphens. */
export function slugOf({ kind, name }: Omit<NamedPost, 'id'>) {
  const words =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const slug = Array.from(words.join('-')).slice(0, slugMax).join('').replace(/-+$/, '')
  if (slug === '') return kind
  return slug === takenSlug ? `${kind}-${slug}` : slug
}

/** The id of the section with other copies on a post's page. */
export const copiesId = 'copies'
