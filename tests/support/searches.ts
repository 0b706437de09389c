import { readFile } from 'node:fs/promises'

import { demoCatalogue } from '#database/demo/demo-catalogue.ts'
import { aBook, aCourse, aNote, aNovel } from '#database/makers.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { Viewer } from '#app/access/viewer.ts'

const makers = { book: aBook, novel: aNovel, note: aNote, course: aCourse }

/** Posts everything that the demo sells. */
export async function postCatalogue(db: Db, seller: Viewer) {
  for (const { seller: _, hasCover: __, ...post } of demoCatalogue.toReversed()) {
    await makers[post.kind](db, seller, post)
  }
}

/** What people search for there, and the name of the post that they look for. */
export async function readSearches() {
  const file = await readFile(new URL('../../app/posts/search/searches.txt', import.meta.url), 'utf8')
  return file
    .split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => {
      const [typed, name] = line.split('|') as [string, string]
      return { typed: typed.trim(), name: name.trim() }
    })
}
