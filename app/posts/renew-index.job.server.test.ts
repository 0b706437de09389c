import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aBook, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { until } from '#tests/support/until.ts'

import { renewIndex } from './renew-index.job.server.ts'
import { searchEverything } from './search/search-everything.server.ts'
import { readSearch } from './search/search-filters.ts'
import { loadSynonyms } from './search/synonyms.server.ts'

const { db } = await freshDatabase()

test('a class that the team adds is found in posts of before, once they are indexed anew', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'synonyms-'))
  const student = await aStudent(db)
  for (const className of ['Polytechnic 3rd Sem', 'HS 2nd Year'])
    await aBook(db, student, { name: className, className })
  const before = await loadSynonyms(db, folder)
  expect(await renewIndex(db, before)).toBe(2)
  expect(await renewIndex(db, before)).toBe(0)

  await writeFile(path.join(folder, 'synonyms.txt'), 'class: Diploma, polytechnic\n')
  const synonyms = await loadSynonyms(db, folder)
  const find = async (query: string) => {
    const { posts } = await searchEverything(db, null, synonyms, readSearch(new URLSearchParams(query)))
    return posts.map(({ name }) => name)
  }
  expect(await find('q=polytechnic')).toEqual(['Polytechnic 3rd Sem']) // by its own words
  expect(await find('q=diploma')).toEqual([])
  expect(await renewIndex(db, synonyms)).toBe(2)
  expect(await find('class=Diploma')).toEqual(['Polytechnic 3rd Sem'])
  expect(await find('q=diploma')).toEqual(['Polytechnic 3rd Sem'])

  await loadSynonyms(db, folder) // as at the next start: nothing has changed
  expect(await renewIndex(db, synonyms)).toBe(0)
})

test('a renewal changes no page, has no post compared with requests, and waits for whoever edits one', async () => {
  const synonyms = await loadSynonyms(db, '/nowhere')
  const { id } = await aBook(db, await aStudent(db), { name: 'Optics' })
  await renewIndex(db, synonyms)
  await sql`update index_renewal set next_id = (select id from posts order by id limit 1)`.execute(db)
  const noted = async () =>
    (
      await sql`select (select count(*) from page_changes) as pages, (select count(*) from posts_to_match) as posts`.execute(
        db,
      )
    ).rows
  const renaming = await db.startTransaction().execute()
  await renaming.updateTable('posts').set({ name: 'Waves' }).where('id', '=', id).execute()
  const renewal = renewIndex(db, synonyms)
  await until(
    async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        )
      ).rows.length > 0,
  )
  await renaming.commit().execute()
  const before = await noted()
  expect(await renewal).toBe(3)
  expect(await noted()).toEqual(before)
  const kept = await db.selectFrom('searchablePosts').select('name').where('postId', '=', id).executeTakeFirst()
  expect(kept).toEqual({ name: 'waves' })
})
