import type { Generated } from 'kysely'

import type { PostKind } from '#app/posts/post-rules.ts'

declare module '#app/platform/db.server.ts' {
  interface Tables {
    orders: {
      id: string
      key: string
      kind: PostKind
      postId: string
      /** Null if the account was deleted; never both. */
      sellerId: string | null
      buyerId: string | null

      itemName: string
      authorName: string | null
      className: string | null
      condition: string | null
      description: string | null
      publishYear: number | null
      originalPricePaise: number
      sellingPricePaise: number | null
      picture1: string | null
      picture2: string | null
      picture3: string | null

      pricePaise: number
      quantity: number
      name: string
      phone: string
      alternativePhone: string | null
      email: string | null
      pin: string | null
      address: string | null
      createdAt: Generated<Date>
    }
  }
}
