import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { fuzzyPattern, isNear, typosMax } from './near-words.ts'

/** The maximum of words that are looked up, and of similar words for each. */
const wordsMax = 8
const alikeMax = 100

/** The maximum of alternatives for a word: each costs as much as a typed word. */
const nearMax = 7

/** Words of posts that may have been meant by each of these words, the most similar first: misspelt or cut. */
export async function findNearWords(db: Db, words: string[]) {
  // Words are compared by their `letters`, a rough phonetic spelling.
  const { rows } = await sql<{ word: string; letters: string; alike: [word: string, letters: string][] }>`
    select word, letters, array(
      select array[known.word, known.letters]
      from searchable_words as known
      where known.letters % asked.letters and known.word <> asked.word
        and abs(length(known.letters) - length(asked.letters)) <= ${typosMax}
      order by similarity(known.letters, asked.letters) desc
      limit ${alikeMax}
    ) as alike
    from (
      select word, rough_letters(word) as letters from unnest(${words}::text[]) as word
      where rough_letters(word) ~ ${fuzzyPattern}
      limit ${wordsMax}
    ) as asked`.execute(db)
  return new Map(rows.map(({ word, letters, alike }) => [word, nearest(letters, alike)]))
}

function nearest(letters: string, alike: [word: string, letters: string][]) {
  const near = new Set<string>()
  for (const [word, known] of alike) {
    if (near.size === nearMax) break
    if (isNear(letters, known)) near.add(word)
  }
  return [...near]
}

/** Words of posts in another script that have the same consonants: বুঢ়ী for "burhi", and the reverse. */
export async function findInOtherScript(db: Db, words: string[]) {
  const { rows } = await sql<{ word: string; others: string[] }>`
    select word, array(
      select distinct on (similarity(known.letters, rough_letters(asked.word)), known.word) known.word
      from searchable_words as known
      where known.consonants = consonants(asked.word) and (known.word ~ '[a-z]') <> (asked.word ~ '[a-z]')
      order by similarity(known.letters, rough_letters(asked.word)) desc, known.word
      limit ${nearMax}
    ) as others
    from unnest(${words.slice(0, wordsMax)}::text[]) as asked (word)
    where consonants(word) <> ''`.execute(db)
  return new Map(rows.map(({ word, others }) => [word, others]))
}

/** Words of posts that begin as this one does. */
export async function findWordsBeginning(db: Db, beginning: string) {
  const { rows } = await sql<{ word: string }>`
    select distinct word from searchable_words
    where word >= ${beginning} collate "C" and word < (${beginning} || chr(1114111)) collate "C" and word <> ${beginning}
    order by word
    limit 50`.execute(db)
  return rows.map(({ word }) => word)
}
