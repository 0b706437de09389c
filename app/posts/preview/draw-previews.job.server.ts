import { sql } from 'kysely'

import { storePreview } from '#app/files/pdfs/store-preview.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import { bounded } from '#app/platform/bounded.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import type { Db } from '#app/platform/db.server.ts'

import { settingsOf, shownPages } from './preview-rules.ts'
import { endingOf } from './preview-texts.ts'

interface Options {
  db: Db
  storage: Storage
  config: Pick<Config, 'previewPages' | 'siteName'>
  isStopping?: () => boolean
}

export type PreviewMaker = ReturnType<typeof createPreviewMaker>

/** Requests beyond these are left to the job, or to the next request. */
const maxWaiting = 1_000

/** Until a post is tried again whose previews could not be stored. */
const retryMs = 10_000

/** Draws previews of PDFs, one at a time. Several processes may draw the same one: the first to store it wins. */
export function createPreviewMaker({ db, storage, config, isStopping = () => false }: Options) {
  const inTurn = bounded(1)
  const requested = new Set<string>()
  const settings = settingsOf(config)

  const drawMissing = (postId: string) =>
    inTurn(async () => {
      for (const { key, kind, pageCount } of await missingOf(postId)) {
        if (isStopping()) return
        const pages = shownPages(pageCount!, config.previewPages)
        const content = { pages, siteName: config.siteName, ending: endingOf(kind, pageCount! - pages) }
        await storePreview(db, storage, { key, settings, content })
      }
    })

  /** The post's PDFs without a preview by the present settings. */
  const missingOf = (postId: string) =>
    db
      .selectFrom('posts')
      .innerJoin('files', (on) => on.on(isPdfOfPost))
      .select(['files.key', 'posts.kind', 'files.pageCount'])
      .where('posts.id', '=', postId)
      .where('posts.kind', 'in', kinds)
      .where(isMissing(settings))
      .orderBy(sql`files.key = posts.pdf2`) // the first PDF first
      .execute()

  /** Newest first. */
  async function findPosts(before: string | null) {
    const found = await db
      .selectFrom('posts')
      .select('id')
      .where('kind', 'in', kinds)
      .where(sql<boolean>`(${before}::uuid is null or id < ${before}::uuid)`)
      .where((is) =>
        is.exists(is.selectFrom('files').select('files.key').where(isPdfOfPost).where(isMissing(settings))),
      )
      .orderBy('id', 'desc')
      .limit(20)
      .execute()
    return found.map(({ id }) => id)
  }

  return {
    /** Draws what the post lacks, soon. Asked again meanwhile, it does nothing. */
    request(postId: string) {
      if (requested.has(postId) || requested.size >= maxWaiting) return
      requested.add(postId)
      const forget = () => void requested.delete(postId)
      drawMissing(postId).then(forget, (err: unknown) => {
        storage.log.error({ err }, 'preview not stored')
        setTimeout(forget, retryMs).unref()
      })
    },

    /** Draws all that is missing; requests come in between. */
    async drawAll() {
      let before: string | null = null
      while (!isStopping() && (await isAnyMissing(db, settings))) {
        const ids = await findPosts(before)
        if (ids.length === 0) return
        for (const id of ids) await drawMissing(id)
        before = ids.at(-1)!
      }
    },
  }
}

const kinds = ['note', 'course'] as const
const isPdfOfPost = sql<boolean>`files.key in (posts.pdf1, posts.pdf2)`
const isMissing = (settings: string) => sql<boolean>`
  files.taken_at is not null and files.dropped_at is null and files.preview_settings is distinct from ${settings}`

/** Answered from an index: mostly there is none, and posts need not be read. */
async function isAnyMissing(db: Db, settings: string) {
  const file = await db
    .selectFrom('files')
    .select('key')
    .where('kind', '=', 'pdf')
    .where(sql<boolean>`key like 'uploads/%'`)
    .where(isMissing(settings))
    .limit(1)
    .executeTakeFirst()
  return file !== undefined
}
