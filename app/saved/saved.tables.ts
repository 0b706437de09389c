import type { Generated } from 'kysely'

import type { PostKind } from '#app/posts/post-rules.ts'

declare module '#app/platform/db.server.ts' {
  interface Tables {
    savedPosts: {
      id: string
      accountId: string
      /** Of a post that may be gone. */
      postId: string
      /** Kind, name and price are those at the time of saving. */
      kind: PostKind
      name: string
      pricePaise: number
      createdAt: Generated<Date>
    }
  }
}
