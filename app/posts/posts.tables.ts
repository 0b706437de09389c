import type { Generated, GeneratedAlways } from 'kysely'

import type { PostKind } from './post-rules.ts'
import type { PostSignal } from './signal-rules.ts'

interface Post {
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
  /** Where it is, if not where its seller is. */
  district: string | null
  /** Thirteen digits. */
  isbn: string | null
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
  /** What a buyer pays. Computed by the database. */
  payablePaise: GeneratedAlways<number>
  /**
   * The same for all copies of a book: a hash of its key, by the job `group copies`. Null until then, and for notes and courses. A bigint,
   * which the driver reads as text.
   */
  sameBook: Generated<string | null>
  /** Whether its counted copies are all sold: lists and searches leave it out. */
  isSoldOut: Generated<boolean>
  createdAt: Generated<Date>
  hiddenAt: Generated<Date | null>
  hiddenBecause: Generated<HiddenBecause | null>
}

/** `team`: for a reason that its owner was told. `held`: nobody has looked at it yet. `suspended`: with its seller. */
export type HiddenBecause = 'team' | 'held' | 'suspended'

declare module '#app/platform/db.server.ts' {
  interface Tables {
    /** A view: the posts that are shown. */
    posts: Post
    /** Also those that are hidden: for the pages of their sellers and of the team. */
    allPosts: Post
    /** Copies of posts whose seller counts them. Written by selling/stock.server.ts alone. */
    stock: {
      postId: string
      copies: number
    }
    postViews: {
      postId: string
      /** A bigint, which the driver reads as text. */
      views: string
    }
    /** The files of the sitemap but the first. */
    sitemapFiles: {
      number: number
      afterId: string
    }
    /** What about a post may interest the team. */
    postSignals: {
      postId: string
      signal: PostSignal
      createdAt: Generated<Date>
      /** When a member of the team has looked at it. */
      settledAt: Date | null
    }
    /** The search index, which triggers on posts maintain. */
    searchablePosts: {
      postId: string
      stream: string | null
      name: string
      words: string
    }
    /** Whose posts are to move in the search, which the job `move posts` does. */
    movedSellers: {
      sellerId: string
      /** Posts up to this one have moved. */
      movedUpTo: string | null
    }
    /** The dictionary of the search, which the job `count words` maintains. */
    searchableWords: {
      word: string
      letters: string
      /** How many of searchablePosts have the word. */
      posts: number
    }
  }
}
