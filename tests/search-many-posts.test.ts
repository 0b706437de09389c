import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'

import { districts } from '#app/accounts/districts.ts'
import { findPosts } from '#app/posts/post-queries.server.ts'
import { createDb } from '#app/platform/db.server.ts'
import { searchSettings } from '#app/posts/search/search-db.server.ts'
import { searchEverything } from '#app/posts/search/search-everything.server.ts'
import { readSearch } from '#app/posts/search/search-filters.ts'
import { loadSynonyms } from '#app/posts/search/synonyms.server.ts'
import { addPosts, addSellers } from '#bench/fill-posts.ts'

import { freshDatabase } from './support/database.ts'

// With many posts a search looks through some and asks the index for others. Whichever it does, it must find what comparing
// every post with every word finds.

const { url } = await freshDatabase()
// Without the time limits, which guard visitors: a busy machine takes as long as it takes.
const db = createDb(url, { max: 2, settings: { statement_timeout: '0' } })
const searchDb = createDb(url, { max: 4, settings: { ...searchSettings, statement_timeout: '0' } })
afterAll(() => Promise.all([db.destroy(), searchDb.destroy()]))
await addSellers(db)
await db.connection().execute(async (connection) => {
  await sql`select setseed(0.5)`.execute(connection) // the same posts in every run
  await addPosts(connection, { from: 0, to: 12_000 })
  // Books are dear: none is among the cheapest posts.
  await sql`
    update posts set price_paise = price_paise + 100000, selling_price_paise = selling_price_paise + 100000
    where kind = 'book'`.execute(connection)
})
const synonyms = await loadSynonyms(db, '/nowhere')

const searchFor = (query: string) => searchEverything(searchDb, null, synonyms, readSearch(new URLSearchParams(query)))

/** The ids of all posts with these lexemes and prices, in an order, by looking at each post. */
async function lookAtAll(lexemes: string[], order: 'newest' | 'price', [from, to] = [0, 1_000_000]) {
  const { rows } = await sql<{ postId: string }>`
    select post_id from searchable_posts
    where tsvector_to_array(words) @> ${lexemes}::text[] and payable_paise between ${from * 100} and ${to * 100}
    order by ${order === 'price' ? sql`payable_paise, post_id` : sql`post_id desc`}`.execute(db)
  return rows.map(({ postId }) => postId)
}

const searches: [query: string, lexemes: string[], prices?: [number, number]][] = [
  ['q=physics', ['^physics']],
  ['q=class+12', ['=class HS 2nd Year']],
  ['q=class+12+physics', ['=class HS 2nd Year', '^physics']],
  ['q=science+notes+class+12', ['^science', '^notes', '=class HS 2nd Year']],
  ['kind=novel', ['=kind novel']],
  ['kind=novel&condition=Good(used)', ['=kind novel', '=condition Good(used)']],
  ['q=physics&kind=note&seller=student', ['^physics', '=kind note', '=seller student']],
  ['q=history&district=Barpeta', ['^history', '=district Barpeta']],
  ['q=history&from=100&to=150', ['^history'], [100, 150]],
  ['kind=book', ['=kind book']],
  ['kind=book&from=1050&to=1060', ['=kind book'], [1_050, 1_060]],
  ['class=LLB&field=Law', ['=class LLB', '=field Law']],
  ['from=2800', [], [2_800, 1_000_000]],
  // Some have very many posts, some very few.
  ...districts.map((name): [string, string[]] => [`district=${encodeURIComponent(name)}`, [`=district ${name}`]]),
]

test.for(searches)('the newest: %s', async ([query, lexemes, prices]) => {
  const all = await lookAtAll(lexemes, 'newest', prices)
  const { posts, total, isCut } = await searchFor(`${query}&sort=newest`)
  expect(posts.map(({ id }) => id)).toEqual(all.slice(0, 24))
  expect({ total, isRight: isCut ? total <= all.length : total === all.length }).toEqual({ total, isRight: true })
})

test.for(searches)('the cheapest: %s', async ([query, lexemes, prices]) => {
  const all = await lookAtAll(lexemes, 'price', prices)
  const { posts } = await searchFor(`${query}&sort=price`)
  const cheapest = await findPosts(db, null, all.slice(0, 24))
  const paid = (found: typeof posts) => found.map((post) => post.sellingPricePaise ?? post.pricePaise)
  expect(paid(posts)).toEqual(paid(cheapest))
})

test('more are shown on demand, and what was shown stays', async () => {
  const [first, more] = [await searchFor('q=physics&sort=newest'), await searchFor('q=physics&sort=newest&shown=48')]
  expect(more.posts.map(({ id }) => id).slice(0, 24)).toEqual(first.posts.map(({ id }) => id))
  expect(more.posts).toHaveLength(48)
})

test('the searches above have few, some and very many results', async () => {
  const counts = await Promise.all(
    searches.map(async ([, lexemes, prices]) => (await lookAtAll(lexemes, 'newest', prices)).length),
  )
  const between = (from: number, to: number) => counts.filter((count) => count >= from && count < to).length
  expect([between(1, 100), between(100, 600), between(600, 960), between(960, 12_000)].every((some) => some >= 2)).toBe(
    true,
  )
})

test('up to 300 matches the choices are counted exactly', async () => {
  const { counts, isCut, total } = await searchFor('class=LLB&field=Law')
  const ofAll = await lookAtAll(['=class LLB', '=field Law'], 'newest')
  const ofBooks = await lookAtAll(['=class LLB', '=field Law', '=kind book'], 'newest')
  expect(ofAll.length).toBeGreaterThan(5)
  expect({ isCut, total, books: counts.kind.book }).toEqual({
    isCut: false,
    total: ofAll.length,
    books: ofBooks.length,
  })
})
