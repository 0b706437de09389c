import type { Generated } from 'kysely'

declare module '#app/platform/db.server.ts' {
  interface Tables {
    /** What posts are compared with. Triggers on book_requests and saved_searches add the rows and close them. */
    wants: {
      id: Generated<string>
      bookRequestId: string | null
      savedSearchId: string | null
      accountId: string
      isOpen: Generated<boolean>
      /** In the search's own spelling, and for each its letters and consonants. Null: it is not indexed yet. */
      words: string[] | null
      letters: string[] | null
      consonants: string[] | null
      classes: Generated<string[]>
      /** The same for all requests of the same book. A bigint, which the driver reads as text. */
      sameBook: string | null
      /** When mail and push last told of a match, and when they may tell again. */
      toldAt: Date | null
      dueAt: Date | null
    }
    /** The lexemes that a post must have, or be near to. */
    wantKeys: {
      wantId: string
      lexeme: string
      /** Empty: a post of any class. */
      class: string
      isRarest: boolean
      /** Of how many posts its person was told. */
      timesTold: Generated<number>
    }
    wantWords: {
      word: string
    }
    /** A pair is here once, however often the post is edited. */
    matches: {
      wantId: string
      postId: string
      noticeId: string | null
      isTold: Generated<boolean>
      createdAt: Generated<Date>
    }
    /** Triggers on posts add to it. */
    postsToMatch: {
      id: Generated<string>
      postId: string
    }
  }
}
