import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { createDb, type Db } from '#app/platform/db.server.ts'
import { aBook, aStore } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { until } from '#tests/support/until.ts'

import { movePosts } from './move-posts.job.server.ts'

const { db, url } = await freshDatabase()

const moveTo = (district: string, sellerId: string, on: Db = db) =>
  on.updateTable('accounts').set({ district }).where('id', '=', sellerId).execute()

/** How many posts are found in each district. */
async function found() {
  const { rows } = await sql<{ district: string; posts: number }>`
    select district, count(*)::int as posts from searchable_posts
    where words @@ quote_literal('=district ' || district)::tsquery
    group by district order by district`.execute(db)
  return Object.fromEntries(rows.map(({ district, posts }) => [district, posts]))
}

test('posts without a district of their own move with their seller, a hundred at a time, while others are ordered', async () => {
  const store = await aStore(db, { district: 'Jorhat' })
  const ids: string[] = []
  for (let n = 0; n < 230; n++) ids.push((await aBook(db, store)).id)
  await aBook(db, store, { district: 'Majuli' })
  await aBook(db, await aStore(db, { district: 'Jorhat' }))

  await moveTo('Dhubri', store.id)
  expect(await found()).toEqual({ Jorhat: 231, Majuli: 1 }) // who saves the profile waits for none of them

  const buyer = createDb(url, { max: 1 })
  onTestFinished(() => buyer.destroy())
  const moving = await buyer.transaction().execute(async (transaction) => {
    await sql`select from all_posts where id = ${ids[150]} for update`.execute(transaction)
    const moves = movePosts(db)
    await until(async () => (await found()).Dhubri === 100)
    return { moves }
  })
  expect(await moving.moves).toBe(230)
  expect(await found()).toEqual({ Dhubri: 230, Jorhat: 1, Majuli: 1 })
  expect(await movePosts(db)).toBe(0)
})

test('a seller who moves again meanwhile is followed, and one who is deleted leaves nothing to do', async () => {
  const [store, gone] = [await aStore(db, { district: 'Nalbari' }), await aStore(db, { district: 'Nalbari' })]
  for (const seller of [store, gone]) await aBook(db, seller)
  for (const seller of [store, gone]) await moveTo('Baksa', seller.id)
  await moveTo('Hojai', store.id)
  await db.deleteFrom('accounts').where('id', '=', gone.id).execute()
  await sql`delete from posts_to_match`.execute(db)
  await sql`delete from page_changes`.execute(db)
  expect(await movePosts(db)).toBe(1)
  expect(await found()).toMatchObject({ Hojai: 1 })
  // Who looks for books in that district is told, and lists of it are rendered anew.
  const { rows } =
    await sql`select (select count(*)::int from posts_to_match) as posts, topic from page_changes`.execute(db)
  expect(rows).toEqual([{ posts: 1, topic: 'list:book' }])
})
