import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

/** The words of a text as the search index spells them. */
export async function splitWords(db: Db, text: string) {
  const { rows } = await sql<{ words: string[] }>`select search_words(${text}) as words`.execute(db)
  return rows[0]!.words
}
