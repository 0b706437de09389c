import { useContext } from 'react'

import { formatPaise } from '#app/format/money.ts'
import type { PostDetails } from '#app/posts/page/post-details-queries.server.ts'
import { postPath } from '#app/posts/page/post-path.ts'
import { payablePaise } from '#app/posts/prices.ts'
import { PageHead, PublicUrlContext } from '#app/rendering/page-head.tsx'

import { structuredData } from './structured-data.ts'

interface PostHeadProps {
  post: PostDetails
  /** The version of its share picture. */
  shareVersion: string
}

/** The head of a post's page, and the post as data for search engines. */
export function PostHead({ post, shareVersion }: PostHeadProps) {
  const publicUrl = useContext(PublicUrlContext)
  const paid = payablePaise(post)
  const description = descriptionOf(post)
  const picture = { path: `/share/${post.id}.jpg?v=${shareVersion}`, alt: `${post.name}, ${formatPaise(paid)}` }
  return (
    <>
      <PageHead title={post.name} description={description} path={postPath(post)} type="product" picture={picture}>
        <meta property="product:price:amount" content={(paid / 100).toFixed(2)} />
        <meta property="product:price:currency" content="INR" />
      </PageHead>
      <script
        type="application/ld+json"
        dangerouslySetInnerHTML={{
          __html: scriptJson(structuredData(post, { publicUrl, description, picture: picture.path })),
        }}
      />
    </>
  )
}

/** Escapes `<`, so that no text of a seller can end the script element. */
const scriptJson = (data: unknown) => JSON.stringify(data).replaceAll('<', String.raw`\u003c`)

const descriptionMax = 160

/** What is known in a line, and the beginning of the seller's description. */
function descriptionOf(post: PostDetails) {
  const facts = [post.authorName, post.className, post.stream ?? post.category, post.condition].filter(Boolean)
  const text = [`${post.name}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`, post.description].filter(Boolean)
  const letters = Array.from(text.join('. ').replaceAll(/\s+/g, ' ').trim())
  return letters.length > descriptionMax ? `${letters.slice(0, descriptionMax - 1).join('')}…` : letters.join('')
}
