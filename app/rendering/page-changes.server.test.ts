import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { hidePost, showPost } from '#app/posts/hide-post.server.ts'
import { giveBackCopies, takeCopies } from '#app/posts/selling/stock.server.ts'
import { addRatingIn } from '#app/ratings/add-rating.server.ts'
import { aBook, aNote, anOrder, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

const { db } = await freshDatabase()

/** What a deed changes: the topics that cached pages are known by. */
async function changesOf(deed: (transaction: Db) => Promise<unknown>) {
  await sql`delete from page_changes`.execute(db)
  await db.transaction().execute(deed)
  const { rows } = await sql<{ topic: string }>`select distinct topic from page_changes`.execute(db)
  return rows.map(({ topic }) => topic).toSorted()
}

const editPost = (id: string, change: { name?: string; pricePaise?: number }) =>
  changesOf((on) => on.updateTable('posts').set(change).where('id', '=', id).execute())

test('a post changes the list of its kind, that of its seller, and the pages that show it', async () => {
  const seller = await aStudent(db)
  expect(await changesOf((on) => aNote(on, seller))).toContain('list:note')
  const { id } = await aNote(db, seller)
  const all = [`list:${seller.id}`, 'list:note', `post:${id}`].toSorted()
  expect(await editPost(id, { name: 'Optics' })).toEqual(all)
  expect(await editPost(id, { pricePaise: 100 })).toEqual(all)
  expect(await changesOf((on) => hidePost(on, id, 'Spam'))).toEqual(all)
  expect(await changesOf((on) => showPost(on, id))).toEqual(all)
  expect(await changesOf((on) => on.deleteFrom('posts').where('id', '=', id).execute())).toEqual(all)
})

test('nothing changes by what no page shows: an edit that changes nothing, and of which book a post is a copy', async () => {
  const { id } = await aBook(db, await aStudent(db), { name: 'Optics' })
  expect(await editPost(id, { name: 'Optics' })).toEqual([])
  const group = (on: Db) => on.updateTable('allPosts').set({ sameBook: '1' }).where('id', '=', id).execute()
  expect(await changesOf(group)).toEqual([])
})

test('a comment changes the pages that show its post', async () => {
  const seller = await aStudent(db)
  const { id: postId } = await aBook(db, seller)
  const comment = { id: newId(), postId, authorId: seller.id, comment: 'Is it there?' }
  expect(await changesOf((on) => on.insertInto('comments').values(comment).execute())).toEqual([`post:${postId}`])
  const remove = (on: Db) => on.deleteFrom('comments').where('id', '=', comment.id).execute()
  expect(await changesOf(remove)).toEqual([`post:${postId}`])
})

test('copies that are taken change the pages of their post; the last one, and one that is given back, the lists, too', async () => {
  const store = await aStore(db)
  const { id } = await aBook(db, store, { copies: 2 })
  const all = [`list:${store.id}`, 'list:book', `post:${id}`].toSorted()
  expect(await changesOf((on) => takeCopies(on, id, 1))).toEqual([`post:${id}`])
  expect(await changesOf((on) => takeCopies(on, id, 1))).toEqual(all)
  expect(await changesOf((on) => takeCopies(on, id, 1))).toEqual([]) // none is left
  expect(await changesOf((on) => giveBackCopies(on, id, 1))).toEqual(all)
})

test('a seller changes the pages with that name alone: by an edit, and by a rating', async () => {
  const [store, buyer] = [await aStore(db), await aStudent(db)]
  const one = [`seller:${store.id}`]
  const edit = (on: Db) => on.updateTable('accounts').set({ name: 'Luit' }).where('id', '=', store.id).execute()
  expect(await changesOf(edit)).toEqual(one)
  const order = await anOrder(db, { sellerId: store.id, buyerId: buyer.id, deal: 'file', state: 'completed' })
  const said = { asPromised: null, communication: null, useful: null, words: '' }
  const rating = { rates: order.id, key: crypto.randomUUID(), stars: 5 as const, ...said }
  expect(await changesOf((on) => addRatingIn(on, buyer, rating))).toEqual(one)
})

test('a seller who leaves changes the pages of sellers, and those with the posts; the id is not kept', async () => {
  const leaver = await aStore(db)
  const { id } = await aBook(db, leaver)
  await editPost(id, { name: 'Optics' }) // names the seller's list
  const leave = (on: Db) => on.deleteFrom('accounts').where('id', '=', leaver.id).execute()
  expect(await changesOf(leave)).toEqual(['list:book', `post:${id}`, 'sellers'])
})
