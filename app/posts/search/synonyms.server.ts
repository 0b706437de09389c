import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { parseSynonyms, type Synonyms } from './synonyms.ts'

const ownFile = path.join(import.meta.dirname, 'synonyms.txt')

/** The product's synonyms, and those of the file that the team may have put into the data folder. */
export async function loadSynonyms(db: Db, dataDir: string) {
  const synonyms = await readSynonyms(db, dataDir)
  await storeClasses(db, synonyms)
  return synonyms
}

/** The database tells the class of a post by these phrases. If they have changed, the job `index classes` follows. */
async function storeClasses(db: Db, { classes }: Synonyms) {
  const named = new Map(classes.flatMap(({ name, phrases }) => phrases.map((words) => [words, name])))
  await db.transaction().execute(async (transaction) => {
    await sql`lock table class_phrases in share row exclusive mode`.execute(transaction)
    const { rows } = await sql<{ words: string }>`
      with
        wanted as (
          select * from unnest(${[...named.keys()]}::text[], ${[...named.values()]}::text[]) as wanted (words, class)
        ),
        gone as (
          delete from class_phrases where (words, class) not in (select words, class from wanted) returning words
        )
      select words from gone
      union all
      select words from (select words, class from wanted except select words, class from class_phrases) as added`.execute(
      transaction,
    )
    if (rows.length === 0) return
    await sql`
      insert into class_phrases
      select * from unnest(${[...named.keys()]}::text[], ${[...named.values()]}::text[])
      on conflict (words) do update set class = excluded.class`.execute(transaction)
    await sql`
      insert into class_index (next_id) values ((select id from posts order by id limit 1))
      on conflict (is_only) do update set next_id = excluded.next_id`.execute(transaction)
  })
}

async function readSynonyms(db: Db, dataDir: string) {
  const own = await readFile(ownFile, 'utf8')
  const ofTeam = await readFile(path.join(dataDir, 'synonyms.txt'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return parseSynonyms(`${own}\n${ofTeam}`, async (texts) => {
    const { rows } = await sql<{ words: string[] }>`
      select search_words(text) as words from unnest(${texts}::text[]) with ordinality as one (text, nth) order by nth`.execute(
      db,
    )
    return rows.map(({ words }) => words)
  })
}
