import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { sql } from 'kysely'

import { districtNames } from '#app/accounts/districts.ts'
import type { Db } from '#app/platform/db.server.ts'

import { parseSynonyms, type Synonyms } from './synonyms.ts'

const ownFile = path.join(import.meta.dirname, 'synonyms.txt')

/** The product's synonyms, and those of the file that the team may have put into the data folder. */
export async function loadSynonyms(db: Db, dataDir: string) {
  const synonyms = await readSynonyms(db, dataDir)
  await storeSynonyms(db, synonyms)
  return synonyms
}

/** The database indexes posts by them. If they have changed, the job `renew search index` follows. */
async function storeSynonyms(db: Db, { classes, meanings }: Synonyms) {
  const named = new Map(classes.flatMap(({ name, phrases }) => phrases.map((words) => [words, name])))
  const phrases = JSON.stringify(Array.from(named, ([words, name]) => ({ words, class: name })))
  const wanted = JSON.stringify(meanings)
  const ofPhrases = sql`select words, class from jsonb_to_recordset(${phrases}::jsonb) as wanted (words text, class text)`
  const ofMeanings = sql`
    select lexeme, alternative from jsonb_to_recordset(${wanted}::jsonb) as wanted (lexeme text, alternative text[])`
  await db.transaction().execute(async (transaction) => {
    await sql`lock table class_phrases, meanings in share row exclusive mode`.execute(transaction)
    const { rows } = await sql<{ hasChanged: boolean }>`
      select exists ((table class_phrases except ${ofPhrases}) union all (${ofPhrases} except table class_phrases))
        or exists (
          (select lexeme, alternative from meanings except ${ofMeanings})
          union all
          (${ofMeanings} except select lexeme, alternative from meanings)
        ) as has_changed`.execute(transaction)
    if (!rows[0]!.hasChanged) return
    await sql`delete from class_phrases`.execute(transaction)
    await sql`delete from meanings`.execute(transaction)
    await sql`insert into class_phrases ${ofPhrases}`.execute(transaction)
    await sql`insert into meanings (lexeme, alternative) ${ofMeanings}`.execute(transaction)
    await sql`
      insert into index_renewal (next_id) values ((select id from all_posts order by id limit 1))
      on conflict (is_only) do update set next_id = excluded.next_id`.execute(transaction)
  })
}

/** Whether some posts are still indexed by the synonyms of before. */
export async function isIndexRenewing(db: Db) {
  const { rows } = await sql`select from index_renewal where next_id is not null`.execute(db)
  return rows.length > 0
}

async function readSynonyms(db: Db, dataDir: string) {
  const own = await readFile(ownFile, 'utf8')
  const ofTeam = await readFile(path.join(dataDir, 'synonyms.txt'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const ofDistricts = districtNames().map(([name, district]) => `${name} > =district ${district}`)
  return parseSynonyms([own, ...ofDistricts, ofTeam].join('\n'), async (texts) => {
    const { rows } = await sql<{ words: string[] }>`
      select search_words(text) as words from unnest(${texts}::text[]) with ordinality as one (text, nth) order by nth`.execute(
      db,
    )
    return rows.map(({ words }) => words)
  })
}
