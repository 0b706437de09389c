import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

/** Of a transaction: noted changes, of which a post makes one for each word. */
const batch = 10_000

/** Adds up what triggers noted about the words of posts; returns how many words came into the dictionary or left it. */
export async function countWords(db: Db) {
  let changed = 0
  while (await hasWork(db)) changed += await db.transaction().execute(countBatch)
  return changed
}

/** Most runs find nothing to do: then nothing is locked or written. */
async function hasWork(db: Db) {
  const { rows } = await sql`select from words_to_count limit 1`.execute(db)
  return rows.length > 0
}

async function countBatch(db: Db) {
  // In the order in which they were noted: a word is not taken from a post before it was given to it.
  const { rows } = await sql<{ added: number; words: string[]; letters: string[] }>`
    with
      noted as (
        delete from words_to_count where id in (select id from words_to_count order by id limit ${batch})
        returning id, word, posts
      ),
      changed as (
        select word, sum(posts)::int as posts, min(id) as id from noted group by word having sum(posts) <> 0
      ),
      words as (
        insert into searchable_words as known (word, posts) select word, posts from changed order by id
        on conflict (word) do update set posts = known.posts + excluded.posts
        returning word, posts, xmax = 0 as is_added
      ),
      letters as (
        insert into searchable_letters as known (letters, posts)
        select rough_letters(word), sum(posts) from changed where rough_letters(word) <> ''
        group by rough_letters(word) having sum(posts) <> 0 order by min(id)
        on conflict (letters) do update set posts = known.posts + excluded.posts
        returning letters, posts
      )
    select
      (select count(*)::int from words where is_added) as added,
      array(select word from words where posts <= 0) as words,
      array(select letters from letters where posts <= 0) as letters`.execute(db)
  const { added, words, letters } = rows[0]!

  const { numDeletedRows } = await db
    .deleteFrom('searchableWords')
    .where(sql<boolean>`word = any(${words})`)
    .where('posts', '<=', 0)
    .executeTakeFirst()
  await sql`delete from searchable_letters where letters = any(${letters}) and posts <= 0`.execute(db)
  const changed = added + Number(numDeletedRows)
  // Searches that were cached in between would go on without the words that have come, and with those that have gone.
  if (changed > 0) await sql`insert into page_changes (topic) values ('words') on conflict do nothing`.execute(db)
  return changed
}
