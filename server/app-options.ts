import type { HttpBindings } from '@hono/node-server'
import type { Kysely } from 'kysely'

import type { IdKeys } from '#app/accounts/sealed-text.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import type { LegalTexts } from '#app/legal/legal-text.ts'
import type { Config } from '#app/platform/config.server.ts'
import type { Tables } from '#app/platform/db.server.ts'
import type { Log } from '#app/platform/log.server.ts'
import type { Metrics } from '#app/platform/metrics.server.ts'
import type { Replica } from '#app/platform/replica.server.ts'
import type { ViewCounter } from '#app/posts/page/post-views.server.ts'
import type { PreviewMaker } from '#app/posts/preview/draw-previews.job.server.ts'
import type { Synonyms } from '#app/posts/search/synonyms.ts'

export interface AppOptions {
  db: Kysely<Tables>
  searchDb: Kysely<Tables>
  /** Null: there is none. */
  replica: Replica | null
  config: Config
  storage: Storage
  idKeys: IdKeys
  views: ViewCounter
  previews: PreviewMaker
  synonyms: Synonyms
  legalTexts: LegalTexts
  log: Log
  /** Null: nobody reads them. */
  metrics: Metrics | null
  isDatabaseUp: () => boolean
  isDraining: () => boolean
}

export interface AppEnv {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    nonce: string
    /** The response is complete: later middleware adds no headers. */
    hasAllHeaders?: boolean
    /** What the page cache did: `kept` is a page as it was before the database went away. */
    cache?: 'hit' | 'miss' | 'kept'
  }
}
