import type { Generated } from 'kysely'

declare module '#app/platform/db.server.ts' {
  interface Tables {
    savedSearches: {
      id: Generated<string>
      accountId: string
      /** As in the address of the search page, without order and length of the list. */
      query: string
      /** The same in words. */
      title: string
      createdAt: Generated<Date>
    }
  }
}
