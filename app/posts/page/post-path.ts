import type { PostKind } from '#app/posts/post-rules.ts'

interface NamedPost {
  id: string
  kind: PostKind
  name: string
}

const slugMax = 60

/** `/posts/:id/comments` and such are other routes. */
const takenSlugs = new Set(['buy', 'comments', 'preview'])

/** The canonical path of a post's page. The id alone finds the post; the slug is for people. */
export const postPath = (post: NamedPost) => `/posts/${post.id}/${encodeURIComponent(slugOf(post))}`

const wordsOf = /[\p{L}\p{M}\p{N}]+/gu
/** The same for names of Latin letters, in a fifth of the time: every card has a slug. */
const latinName = /^[ -~]*$/
const latinWordsOf = /[a-z0-9]+/g

/** The words of the name, in any script, joined by hyphens. */
export function slugOf({ kind, name }: Omit<NamedPost, 'id'>) {
  const words = latinName.test(name)
    ? name.toLowerCase().match(latinWordsOf)
    : name.normalize('NFC').toLowerCase().match(wordsOf)
  const slug = cut(words?.join('-') ?? '')
  if (slug === '') return kind
  return takenSlugs.has(slug) ? `${kind}-${slug}` : slug
}

const cut = (slug: string) =>
  slug.length <= slugMax ? slug : Array.from(slug).slice(0, slugMax).join('').replace(/-+$/, '')

/** The id of the section with other copies on a post's page. */
export const copiesId = 'copies'
