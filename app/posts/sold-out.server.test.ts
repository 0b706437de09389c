import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'

import { savePost } from '#app/saved/save-post.server.ts'
import { listSaved } from '#app/saved/saved-queries.server.ts'
import { aBook, aNovel, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { groupCopies } from './copies/group-copies.job.server.ts'
import { describeStock } from './describe-stock.ts'
import {
  findOtherCopies,
  findPostDetails,
  findPostsLike,
  findSimilarPosts,
} from './page/post-details-queries.server.ts'
import { findSellerPosts } from './page/seller-posts-queries.server.ts'
import { findPost, listNewest, listPosts } from './post-queries.server.ts'
import { countWords } from './search/count-words.job.server.ts'
import { renewIndex } from './renew-index.job.server.ts'
import { createSearchDb } from './search/search-db.server.ts'
import { searchEverything } from './search/search-everything.server.ts'
import { readSearch } from './search/search-filters.ts'
import { searchPosts } from './search/search-posts.server.ts'
import { suggest } from './search/suggest.server.ts'
import { loadSynonyms } from './search/synonyms.server.ts'
import { listOwnPosts } from './selling/own-post-queries.server.ts'
import { giveBackCopies, takeCopies } from './selling/stock.server.ts'
import { structuredData } from './sharing/structured-data.ts'

const { db, url } = await freshDatabase()
const searchDb = createSearchDb(url)
afterAll(() => searchDb.destroy())
const synonyms = await loadSynonyms(db, '/nowhere')
const first = { tab: null, before: null }

const sellOut = (id: string) => db.transaction().execute((transaction) => takeCopies(transaction, id, 1))
const giveBack = (id: string) => db.transaction().execute((transaction) => giveBackCopies(transaction, id, 1))
const namesOf = (posts: { name: string }[]) => posts.map(({ name }) => name)

/** The names in each list and search that may show a post with the word. */
async function listsWith(word: string, sellerId: string) {
  await countWords(db) // for words that are misspelt or cut
  const [newest] = await listNewest(db, null, ['novel'], 6)
  return {
    list: namesOf((await listPosts(db, null, { kind: 'novel', before: null })).posts),
    shelf: namesOf(newest!),
    seller: namesOf((await findSellerPosts(db, null, sellerId, first))?.posts ?? []),
    search: namesOf((await searchPosts(searchDb, null, synonyms, { name: word, stream: '' })).posts),
    misspelt: namesOf((await searchPosts(searchDb, null, synonyms, { name: word.slice(0, -1), stream: '' })).posts),
    everything: namesOf(
      (await searchEverything(searchDb, null, synonyms, readSearch(new URLSearchParams({ q: word })))).posts,
    ),
    suggested: await suggest(searchDb, synonyms, word.slice(0, 5)),
    similar: namesOf(await findPostsLike(searchDb, null, word)),
  }
}

test('a sold-out post is in no list and no search, and is back once a copy was given back', async () => {
  const [store, saver] = [await aStore(db), await aStudent(db)]
  const { id, name } = await aNovel(db, store, { name: 'Xewali', copies: 1 })
  await savePost(db, saver, id)
  const everywhere = Object.values(await listsWith('xewali', store.id))
  expect(everywhere).toEqual(everywhere.map(() => [name]))

  for (let n = 0; n < 2; n++) {
    await sellOut(id)
    const nowhere = Object.values(await listsWith('xewali', store.id))
    expect(nowhere).toEqual(nowhere.map(() => []))
    expect(await findPost(db, null, id)).toMatchObject({ name, isSoldOut: true, copiesLeft: 0 })
    expect((await listOwnPosts(db, store, { kind: 'novel', before: null })).posts).toMatchObject([
      { name, isSoldOut: true, copiesLeft: 0 },
    ])
    expect((await listSaved(db, saver, null)).posts).toMatchObject([{ post: { name, isSoldOut: true } }])

    await giveBack(id)
    expect(Object.values(await listsWith('xewali', store.id))).toEqual(everywhere)
    expect(await findPost(db, null, id)).toMatchObject({ isSoldOut: false, copiesLeft: 1 })
  }
})

test('an edit and a renewed index do not bring a sold-out post back into searches', async () => {
  const { id, sellerId } = await aNovel(db, await aStore(db), { name: 'Kopou', copies: 0 })
  expect((await listsWith('kopou', sellerId)).search).toEqual([])
  await db.updateTable('posts').set({ name: 'Togor' }).where('id', '=', id).execute()
  await sql`update index_renewal set next_id = (select id from posts order by id limit 1)`.execute(db)
  expect(await renewIndex(db, synonyms)).toBeGreaterThan(0)
  for (const word of ['kopou', 'togor']) expect((await listsWith(word, sellerId)).search).toEqual([])
  await giveBack(id)
  expect((await listsWith('togor', sellerId)).search).toEqual(['Togor'])
})

test('pages stay full if posts of them are sold out, also the 13th and the 25th', async () => {
  const { db: other } = await freshDatabase()
  const store = await aStore(other)
  for (let n = 30; n >= 1; n--)
    await aBook(other, store, { name: `Book ${n}`, copies: [1, 13, 25].includes(n) ? 0 : 1 })
  const left = Array.from({ length: 30 }, (_, n) => n + 1).filter((n) => ![1, 13, 25].includes(n))
  const pagesOf = async (sellerId?: string) => {
    const pages: string[][] = []
    let before: string | null = null
    do {
      const page: { posts: { name: string }[]; next: string | null } = sellerId
        ? (await findSellerPosts(other, null, sellerId, { tab: 'books', before }))!
        : await listPosts(other, null, { kind: 'book', before })
      pages.push(namesOf(page.posts))
      before = page.next
    } while (before)
    return pages
  }
  for (const pages of [await pagesOf(), await pagesOf(store.id)]) {
    expect(pages.map(({ length }) => length)).toEqual([12, 12, 3])
    expect(pages.flat()).toEqual(left.map((n) => `Book ${n}`))
  }
})

test('a seller has tabs for what is for sale alone', async () => {
  const store = await aStore(db)
  await aBook(db, store)
  const { id } = await aNovel(db, store, { copies: 1 })
  const tabsOf = async () => (await findSellerPosts(db, null, store.id, first))?.tabs.map(({ name }) => name)
  expect(await tabsOf()).toEqual(['books', 'novels'])
  await sellOut(id)
  expect(await tabsOf()).toEqual(['books'])
  const nothing = await aStore(db)
  await aBook(db, nothing, { copies: 0 })
  expect(await findSellerPosts(db, null, nothing.id, first)).toBeNull()
})

test('other copies of a book are those for sale, in their number, their lowest price and their list', async () => {
  const store = await aStore(db)
  const book = { name: 'Ramdhenu', authorName: 'B. Das' }
  const cheap = await aBook(db, store, { ...book, pricePaise: 5_000, copies: 1 })
  const [one, two] = [await aBook(db, store, book), await aBook(db, store, { ...book, pricePaise: 40_000 })]
  await groupCopies(db, synonyms)
  const idsFor = async (id: string) => (await findOtherCopies(db, null, id)).posts.map((copy) => copy.id)
  expect(await findPost(db, null, one.id)).toMatchObject({ copies: 3, copiesFromPaise: 5_000 })
  expect(await idsFor(one.id)).toEqual([cheap.id, two.id])
  await sellOut(cheap.id)
  expect(await findPost(db, null, one.id)).toMatchObject({ copies: 2, copiesFromPaise: 40_000 })
  expect(await idsFor(one.id)).toEqual([two.id])
  expect(await findPost(db, null, cheap.id)).toMatchObject({ copies: 2, copiesFromPaise: 40_000 }) // others, in its place
  expect(await idsFor(cheap.id)).toEqual([two.id, one.id])
  const similar = await findSimilarPosts(searchDb, null, (await findPostDetails(db, null, one.id))!)
  expect(similar.map(({ id }) => id)).not.toContain(cheap.id)
})

test('search engines read whether it can be bought', async () => {
  const { id } = await aBook(db, await aStore(db), { copies: 1 })
  const known = { publicUrl: 'https://puthi.example', description: 'A book', picture: '/share.jpg' }
  const availability = async () => {
    const data = structuredData((await findPostDetails(db, null, id))!, known)
    return JSON.stringify(data).match(/"availability":"https:\/\/schema.org\/(\w+)"/)?.[1]
  }
  expect(await availability()).toBe('InStock')
  await sellOut(id)
  expect(await availability()).toBe('OutOfStock')
})

test('what is left is said in words', () => {
  const textOf = (copiesLeft: number | null) => describeStock({ copiesLeft, isSoldOut: copiesLeft === 0 })
  expect([null, 0, 1, 2, 3, 9_999].map(textOf)).toEqual([
    null,
    'Sold out',
    'Only 1 copy left',
    'Only 2 copies left',
    '3 copies left',
    '9,999 copies left',
  ])
})
