import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'

import { markupOf } from '#app/platform/markup.ts'
import type { ListedPost } from '#app/posts/packed-posts.ts'
import { inOrder } from '#tests/support/markup.ts'

import { cardFor } from './listing.tsx'
import { onShelfFor } from './shelf.tsx'

const post: ListedPost = {
  id: '0198c0de-0000-7000-8000-000000000001',
  kind: 'book',
  name: `"Physics" <b>&</b> it's অসমীয়া`,
  authorName: 'H. C. Verma',
  className: 'Class XI',
  collegeName: null,
  stream: 'Science',
  category: null,
  condition: 'Good(used)',
  pricePaise: 49_500,
  sellingPricePaise: null,
  discount: 10,
  createdAt: new Date('2026-01-02T03:04:05Z'),
  sellerName: 'Panbazar Books',
  picture: { key: 'images/1_ab_a.jpg', width: 900, height: 1200 },
  isOwn: false,
}

/** Of each that differs in what it has there is one more, with other words: nothing of the first may stand in it. */
const posts: ListedPost[] = [
  post,
  { ...post, sellingPricePaise: 20_000 },
  { ...post, isOwn: true },
  { ...post, discount: null, authorName: null, stream: null, className: null, condition: null },
  ...(['book', 'novel', 'note', 'course'] as const).map((kind) => ({ ...post, kind, picture: null, category: '' })),
].flatMap((one) => [one, likeButOther(one)])

function likeButOther(one: ListedPost): ListedPost {
  const other = (text: string | null) => text && `${text}, other`
  return {
    id: '0198c0de-0000-7000-8000-000000000002',
    kind: one.kind,
    name: 'Another <name>',
    authorName: other(one.authorName),
    className: other(one.className),
    collegeName: other(one.collegeName),
    stream: other(one.stream),
    category: other(one.category),
    condition: other(one.condition),
    pricePaise: one.pricePaise + 123_450,
    sellingPricePaise: one.sellingPricePaise && one.sellingPricePaise + 5,
    discount: one.discount && one.discount + 5,
    createdAt: new Date('2025-11-12T13:14:15Z'),
    sellerName: 'Uzan Bazar & Co.',
    picture: one.picture && { key: 'images/2_cd_b.jpg', width: 300, height: 200 },
    isOwn: one.isOwn,
  }
}

const dealers = (['visitor', 'student', 'store'] as const).map((kind) => ({ kind, openPreview: () => {} }))
const places = [
  { isFirst: true },
  { isFirst: false },
  { isFirst: true, hasLabel: true },
  { isFirst: false, hasLabel: true },
]

test.each(dealers)('for a $kind cards are written as React renders them', (dealer) => {
  const [cardOf, onShelf] = [cardFor(dealer), onShelfFor(dealer)]
  for (const one of posts) {
    for (const part of [...places.map((place) => cardOf(one, place)), onShelf(one)]) {
      expect(inOrder(markupOf(part).join(''))).toBe(inOrder(renderToString(part)))
    }
  }
})
