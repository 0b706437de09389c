import type { Generated } from 'kysely'

import type { PostKind } from './post-rules.ts'

declare module '#app/platform/db.server.ts' {
  interface Tables {
    posts: {
      id: string
      kind: PostKind
      sellerId: string
      name: string
      authorName: string | null
      className: string | null
      collegeName: string | null
      category: string | null
      stream: string | null
      condition: string | null
      description: string | null
      publishYear: number | null
      pricePaise: number
      sellingPricePaise: number | null
      discount: number | null
      picture1: string | null
      picture2: string | null
      picture3: string | null
      coverImage: string | null
      pdf1: string | null
      pdf2: string | null
      key: string | null
      createdAt: Generated<Date>
    }
    postViews: {
      postId: string
      /** A bigint, which the driver reads as text. */
      views: string
    }
    /** The search index. Triggers on posts maintain it, and searchableWords. */
    searchablePosts: {
      postId: string
      stream: string | null
      name: string
      words: string
    }
    searchableWords: {
      word: string
      letters: string
    }
  }
}
