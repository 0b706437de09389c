import { expect, test } from 'vitest'

import { testFolder } from '#tests/support/folder.ts'
import { databaseIn, start } from '#tests/support/test-server.ts'
import { until } from '#tests/support/until.ts'

/** The names of all posts if there are more than `count`, else false. */
async function morePosts(folder: string, count: number) {
  await using db = databaseIn(folder)
  const posts = await db.selectFrom('posts').select('name').execute()
  return posts.length > count && posts.map(({ name }) => name)
}

test('demo data that a kill cut short is gone on with, and comes once', async () => {
  const folder = testFolder()
  const first = await start({ DATA_DIR: folder, DEMO: '' })
  const before = await until(() => morePosts(folder, 1))
  await first.stop('SIGKILL')

  const second = await start({ DATA_DIR: folder, DEMO: '' })
  // The killed process's lease of the loading job ends only after some seconds.
  const after = await until(() => morePosts(folder, before.length + 1))
  expect(after).toEqual(expect.arrayContaining(before))
  expect(new Set(after).size).toBe(after.length)
  expect(await second.stop('SIGTERM')).toBe(0)
})
