import { createElement, Fragment } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'

import { markupOf } from '#app/platform/markup.ts'
import { PostCard } from '#app/posts/post-card.tsx'
import type { ListedPost } from '#app/posts/packed-posts.ts'
import { inOrder } from '#tests/support/markup.ts'

import { DealButtons } from './deal-buttons.tsx'
import { OnShelf } from './shelf.tsx'

const h = createElement

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
}

const posts: ListedPost[] = [
  post,
  { ...post, sellingPricePaise: 20_000 },
  { ...post, discount: null, authorName: null, stream: null, className: null, condition: null },
  ...(['book', 'novel', 'note', 'course'] as const).map((kind) => ({ ...post, kind, picture: null })),
]
const dealers = (['visitor', 'student', 'store'] as const).map((kind) => ({ kind, openPreview: () => {} }))
const cards = posts.flatMap((one, n) =>
  dealers.flatMap((dealer) => [
    h(PostCard, {
      key: `${n} ${dealer.kind}`,
      post: one,
      isFirst: n === 0,
      hasLabel: n % 2 === 1,
      children: h(DealButtons, { post: one, dealer }),
    }),
    h(OnShelf, {
      key: `shelf ${n} ${dealer.kind}`,
      post: one,
      children: h(DealButtons, { post: one, dealer, isOnShelf: true }),
    }),
  ]),
)

test('cards are written as React renders them', () => {
  const node = h(Fragment, null, cards)
  const written = inOrder(markupOf(node).join(''))
  expect(written).toBe(inOrder(renderToString(node)))
  expect(written).toContain('class="')
})
