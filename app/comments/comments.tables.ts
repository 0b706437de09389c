import type { Generated } from 'kysely'

declare module '#app/platform/db.server.ts' {
  interface Tables {
    comments: {
      id: string
      postId: string
      authorId: string
      comment: string
      key: string | null
      createdAt: Generated<Date>
    }
  }
}
