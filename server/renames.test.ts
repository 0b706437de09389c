import { afterAll, expect, test } from 'vitest'

import { startSession } from '#app/accounts/sessions.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { aBook, aStore, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { removeFolder } from '#tests/support/folder.ts'
import { temporaryFolder } from '#tests/support/postgres.ts'
import { startServer } from '#tests/support/server.ts'

const { db, url } = await freshDatabase()
const folder = temporaryFolder()
const server = await startServer({ DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'warn' }) // rate limits are off
afterAll(async () => {
  await server.stop()
  await removeFolder(folder)
})

const store = await aStore(db)
const student = await aStudent(db)
const cookieOf = async (who: typeof store | typeof student) => `puthi-session=${await startSession(db, who)}`
const [cookie, readersCookie] = [await cookieOf(store), await cookieOf(student)]

/** Gives the store many posts, all of which its rename rewrites. */
async function fillShelves(count: number) {
  const { id: _, ...book } = await aBook(db, store)
  for (let made = 0; made < count; made += 500) {
    const rows = Array.from({ length: 500 }, () => ({ ...book, id: newId() }))
    await db.insertInto('posts').values(rows).execute()
  }
}

function rename(name: string) {
  const { district, address, email, phone } = store
  const body = new URLSearchParams({ name, district, address, email, phone })
  const headers = { Accept: 'text/html', Cookie: cookie }
  return fetch(`${server.address}/?index`, { method: 'POST', redirect: 'manual', headers, body })
}

const read = () => fetch(`${server.address}/?tab=books`, { headers: { Cookie: readersCookie } })

test('50 renames at once of a store with 2,000 posts do not block other requests', async () => {
  await fillShelves(2_000)
  let isOver = false
  const renames = Promise.all(Array.from({ length: 50 }, (_, n) => rename(`Name ${n}`))).finally(() => (isOver = true))
  const pages: number[] = []
  while (!isOver) pages.push((await read()).status)
  const statuses = (await renames).map(({ status }) => status)
  expect(new Set(pages)).toEqual(new Set([200]))
  expect(new Set(statuses)).toEqual(new Set([303, 429]))
  expect(statuses.filter((status) => status === 303).length).toBeGreaterThan(0)
})
