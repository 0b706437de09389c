import { sql } from 'kysely'

import type { Db } from '#app/platform/db.server.ts'
import type { PostKind } from '#app/posts/post-rules.ts'
import { storableText } from '#app/posts/search/search-rules.ts'
import type { Synonyms } from '#app/posts/search/synonyms.ts'
import { classesIn, understandClass, understandTitle } from '#app/posts/search/understand-title.ts'

import type { OfferedPost } from './is-match.ts'
import { meaningsNear, type Spelt } from './same-word.ts'

/** A post that is compared with what people want. */
export interface PostToMatch extends OfferedPost {
  id: string
  sellerId: string
  payablePaise: number
}

interface Row {
  id: string
  kind: PostKind
  sellerId: string
  payablePaise: number
  stream: string | null
  lexemes: string[]
  nameWords: string[]
  authorWords: string[]
  classWords: string[]
  spelt: Spelt[]
}

/** Each word with its letters and consonants, as JSON. */
export const speltOf = (words: ReturnType<typeof sql>) => sql`(
  select coalesce(json_agg(json_build_object(
    'word', word, 'letters', rough_letters(word), 'consonants', consonants(word)
  )), '[]') from unnest(${words}) as word
)`

/** The posts with these ids that are for sale. */
export async function findPostsToMatch(db: Db, synonyms: Synonyms, ids: string[]): Promise<PostToMatch[]> {
  const { rows } = await sql<Row>`
    select posts.id, posts.kind, seller_id, posts.payable_paise, posts.stream,
      tsvector_to_array(searchable_posts.words) as lexemes, name_words, author_words, class_words,
      ${speltOf(sql`name_words || author_words`)} as spelt
    from posts join searchable_posts on post_id = posts.id,
      search_words(posts.name) as name_words,
      search_words(coalesce(author_name, '')) as author_words,
      search_words(concat_ws(' ', class_name, posts.category)) as class_words
    where posts.id = any(${ids}::uuid[])
    order by posts.id`.execute(db)
  return rows.map((row) => readPost(row, synonyms))
}

export interface Draft {
  kind: PostKind
  name: string
  authorName: string
  className: string
}

/** A post as it would be compared if it was made. */
export async function readDraft(db: Db, synonyms: Synonyms, { kind, name, authorName, className }: Draft) {
  const { rows } = await sql<Omit<Row, 'id' | 'kind' | 'sellerId' | 'payablePaise' | 'stream'>>`
    select with_meanings(array(select '~' || word from unnest(name_words || author_words || class_words) as word)) as lexemes,
      name_words, author_words, class_words, ${speltOf(sql`name_words || author_words`)} as spelt
    from search_words(${storableText(name)}) as name_words, search_words(${storableText(authorName)}) as author_words,
      search_words(${storableText(className)}) as class_words`.execute(db)
  return readPost({ id: '', sellerId: '', payablePaise: 0, kind, stream: null, ...rows[0]! }, synonyms)
}

function readPost({ lexemes, spelt, nameWords, classWords, ...post }: Row, synonyms: Synonyms): PostToMatch {
  return {
    ...post,
    lexemes: new Set(lexemes.filter((one) => /^[~^=]/.test(one))),
    meantLexemes: new Set(spelt.flatMap(({ word }) => meaningsNear(word, synonyms))),
    words: spelt,
    title: understandTitle(nameWords, synonyms),
    classes: [...new Set([...classesIn(lexemes), ...understandClass(classWords, synonyms)])],
  }
}
