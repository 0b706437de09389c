import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { PostKind } from '#app/posts/post-rules.ts'
import { loadSynonyms } from '#app/posts/search/synonyms.server.ts'
import { aBook, aBookRequest, aNote, aNovel, aStudent } from '#database/makers.ts'
import { freshDatabase } from '#tests/support/database.ts'

import { matchPosts } from './match-posts.job.server.ts'

const { db } = await freshDatabase()

interface Pair {
  line: string
  isMatch: boolean
  request: { bookName: string; className: string; stream: string }
  post: { name: string; authorName: string | null; className: string | null; stream: string }
  kind: PostKind
}

function readPair(line: string): Pair {
  const [verdict, request, post] = line.split('|').map((part) => part.trim().split(/\s*;\s*/)) as [
    string[],
    string[],
    string[],
  ]
  const [bookName, className, stream] = request as [string, string, string]
  const [name, authorName, postClass, postStream, kind = 'book'] = post as [string, string, string, string, PostKind?]
  return {
    ...{ line, isMatch: verdict[0] === 'yes', request: { bookName, className, stream }, kind },
    post: { name, authorName: authorName || null, className: postClass || null, stream: postStream },
  }
}

test('19 of 20 requests find their book, and 19 of 20 that are told of are it', async () => {
  const synonyms = await loadSynonyms(db, import.meta.dirname)
  const file = await readFile(path.join(import.meta.dirname, 'pairs.txt'), 'utf8')
  const pairs = file.split('\n').filter((line) => /^(yes|no) /.test(line)).map(readPair) // prettier-ignore
  const [seller, buyer] = [await aStudent(db), await aStudent(db)]

  /** Each pair by itself: the posts of the others are not queued any more, their requests are closed. */
  const isTold = async ({ request, post, kind }: Pair) => {
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

  const results: (Pair & { told: boolean })[] = []
  for (const pair of pairs) results.push({ ...pair, told: await isTold(pair) })
  const right = results.filter(({ isMatch, told }) => isMatch && told).length
  const recall = right / results.filter(({ isMatch }) => isMatch).length
  const precision = right / results.filter(({ told }) => told).length
  const wrong = results.filter(({ isMatch, told }) => isMatch !== told).map(({ line }) => line)
  console.log(
    `${pairs.length} pairs: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}. Wrong:\n${wrong.join('\n')}`,
  )
  expect(pairs.length).toBeGreaterThanOrEqual(60)
  expect(precision).toBeGreaterThanOrEqual(0.95)
  expect(recall).toBeGreaterThanOrEqual(0.95)
})
