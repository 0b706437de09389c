import type { HttpBindings } from '@hono/node-server'
import type { Kysely } from 'kysely'

import type { IdKeys } from '#app/accounts/id-numbers.server.ts'
import type { Storage } from '#app/files/storage/storage.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import type { Tables } from '#app/platform/db.server.ts'
import type { Log } from '#app/platform/log.server.ts'
import type { ViewCounter } from '#app/posts/page/post-views.server.ts'
import type { Synonyms } from '#app/posts/search/synonyms.ts'

export interface AppOptions {
  db: Kysely<Tables>
  searchDb: Kysely<Tables>
  config: Config
  storage: Storage
  idKeys: IdKeys
  views: ViewCounter
  synonyms: Synonyms
  log: Log
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
  }
}
