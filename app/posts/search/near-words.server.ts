import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'

import { fuzzyPattern, isNear, typosMax } from './near-words.ts'

/** The maximum of words that are looked up, and of the alternatives for each, which cost as much as a typed word. */
const wordsMax = 8
const nearMax = 7
const inOtherScriptMax = 4
const beginningMax = 20
/** Of words that sound the same: so many spellings of each sound that is near. */
const spellingsMax = 3

/** How many words are compared with a typed one: so many of those that many posts have, and so many of all. */
const comparedMax = 500

/** Words of the most posts that may have been meant by each of these words: misspelt, or spelt in another way. */
export async function findNearWords(db: Db, words: string[]) {
  const asked = await findNearLetters(db, words)
  const letters = [...new Set(asked.flatMap(({ near }) => near))]
  const { rows } = await sql<{ letters: string; spellings: string[] }>`
    select letters, array(
      select word from searchable_words as known
      where known.letters = one.letters
      order by posts desc, id
      limit ${spellingsMax}
    ) as spellings
    from unnest(${letters}::text[]) as one (letters)`.execute(db)
  const spellings = new Map(rows.map((row) => [row.letters, row.spellings]))
  const others = (word: string, one: string) => spellings.get(one)!.filter((other) => other !== word)
  return new Map(asked.map(({ word, near }) => [word, firstOfEach(near.map((one) => others(word, one)))]))
}

/** For each word, its rough phonetic spelling and those that are near to it: those of the most posts first. */
async function findNearLetters(db: Db, words: string[]) {
  const { rows } = await sql<{ word: string; letters: string; alike: string[] }>`
    select word, letters, array(
      select letters
      from (
        (
          select * from searchable_letters as known
          where is_common and known.letters % asked.letters
            and abs(length(known.letters) - length(asked.letters)) <= ${typosMax}
          limit ${comparedMax}
        )
        union
        (
          select * from searchable_letters as known
          where known.letters % asked.letters and abs(length(known.letters) - length(asked.letters)) <= ${typosMax}
          limit ${comparedMax}
        )
      ) as known
      order by letters = asked.letters desc, posts desc, id
    ) as alike
    from (
      select word, rough_letters(word) as letters from unnest(${words}::text[]) as word
      where rough_letters(word) ~ ${fuzzyPattern}
      limit ${wordsMax}
    ) as asked`.execute(db)
  return rows.map(({ word, letters, alike }) => ({ word, near: nearest(letters, alike) }))
}

function nearest(letters: string, alike: string[]) {
  const near: string[] = []
  for (const known of alike) {
    if (near.length === nearMax) break
    if (isNear(letters, known)) near.push(known)
  }
  return near
}

/** The first of each list, then the second of each, and so on. */
function firstOfEach(lists: string[][]) {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, nth) => lists.flatMap((list) => list[nth] ?? []))
    .flat()
    .slice(0, nearMax)
}

/** Words of posts in another script that have the same consonants: বুঢ়ী for "burhi", and the reverse. */
export async function findInOtherScript(db: Db, words: string[]) {
  const { rows } = await sql<{ word: string; others: string[] }>`
    select word, array(
      select (array_agg(known.word order by posts desc, id))[1]
      from (
        select * from searchable_words as known
        where known.consonants = consonants(asked.word) and (known.word ~ '[a-z]') <> (asked.word ~ '[a-z]')
        order by is_common desc
        limit ${comparedMax}
      ) as known
      group by known.letters
      order by similarity(known.letters, rough_letters(asked.word)) * sum(posts) desc, min(id)
      limit ${inOtherScriptMax}
    ) as others
    from unnest(${words.slice(0, wordsMax)}::text[]) as asked (word)
    where consonants(word) <> ''`.execute(db)
  return new Map(rows.map(({ word, others }) => [word, others]))
}

/** Words of posts that begin as this one does: those of the most posts first, without any that are hardly meant beside them. */
export async function findWordsBeginning(db: Db, beginning: string) {
  const { rows } = await sql<{ word: string }>`
    select word
    from (
      select word, posts, id, max(posts) over () as most from searchable_words
      where word >= ${beginning} collate "C" and word < (${beginning} || chr(1114111)) collate "C" and word <> ${beginning}
    ) as known
    where posts >= most / 100.0
    order by posts desc, id
    limit ${beginningMax}`.execute(db)
  return rows.map(({ word }) => word)
}
