import type { Generated } from 'kysely'

interface Comment {
  id: string
  postId: string
  authorId: string
  comment: string
  /** The comment that it answers; null if it is none of the seller's answers. */
  answerTo: Generated<string | null>
  key: string | null
  createdAt: Generated<Date>
  hiddenAt: Generated<Date | null>
}

declare module '#app/platform/db.server.ts' {
  interface Tables {
    /** A view: the comments that are shown. */
    comments: Comment
    /** Also those that are hidden: for the team, and for the data of their authors. */
    allComments: Comment
    /** When the seller last saw the comments on a post. */
    seenComments: {
      postId: string
      seenAt: Generated<Date>
    }
  }
}
