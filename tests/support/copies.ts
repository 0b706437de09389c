import { groupCopies } from '#app/posts/copies/group-copies.job.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { loadSynonyms } from '#app/posts/search/synonyms.server.ts'

/** Returns once these posts show each other as copies, which the server's job would do some seconds later. */
export async function showCopies(db: Db, posts: { id: string }[]) {
  const synonyms = await loadSynonyms(db, '/nowhere')
  await groupCopies(db, synonyms)
  const ids = posts.map(({ id }) => id)
  await db.selectFrom('posts').select('id').where('id', 'in', ids).forShare().execute() // waits for the job, if it has them
}
