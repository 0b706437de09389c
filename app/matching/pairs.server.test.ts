import path from 'node:path'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { PostKind } from '#app/posts/post-rules.ts'
import { loadSynonyms } from '#app/posts/search/synonyms.server.ts'
import { aBook, aBookRequest, aNote, aNovel, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { measurePairs, type Pair, readPairs } from '#tests/support/pairs.ts'

import { matchPosts } from './match-posts.job.server.ts'

const { db } = await freshDatabase()

/** "book name; class; stream" and "name; author; class; stream; kind" */
function readDescriptions({ one, other }: Pair) {
  const [bookName, className, stream] = one.split(/\s*;\s*/) as [string, string, string]
  const [name, authorName, postClass, postStream, kind = 'book'] = other.split(/\s*;\s*/) as [
    ...[string, string, string, string],
    PostKind?,
  ]
  return {
    request: { bookName, className, stream },
    post: { name, authorName: authorName || null, className: postClass || null, stream: postStream },
    kind,
  }
}

test('19 of 20 requests find their book, and 19 of 20 that are told of are it', async () => {
  const synonyms = await loadSynonyms(db, import.meta.dirname)
  const pairs = await readPairs(path.join(import.meta.dirname, 'pairs.txt'))
  const [seller, buyer] = [await aStudent(db), await aStudent(db)]

  /** Each pair by itself: the posts of the others are not queued any more, their requests are closed. */
  const isTold = async (pair: Pair) => {
    const { request, post, kind } = readDescriptions(pair)
    const { id } = await aBookRequest(db, buyer, request)
    const author = { ...post, authorName: post.authorName ?? (kind === 'novel' ? '-' : null) }
    await (kind === 'novel'
      ? aNovel(db, seller, author)
      : kind === 'note'
        ? aNote(db, seller, post)
        : aBook(db, seller, post))
    await matchPosts(db, synonyms)
    const { rows } =
      await sql`select from matches join wants on wants.id = want_id where book_request_id = ${id}`.execute(db)
    await sql`update book_requests set closed_at = now(), closed_because = 'found' where id = ${id}`.execute(db)
    return rows.length > 0
  }

  const tried: (Pair & { taken: boolean })[] = []
  for (const pair of pairs) tried.push({ ...pair, taken: await isTold(pair) })
  const { precision, recall } = measurePairs(tried)
  expect(pairs.length).toBeGreaterThanOrEqual(60)
  expect(precision).toBeGreaterThanOrEqual(0.95)
  expect(recall).toBeGreaterThanOrEqual(0.95)
})
