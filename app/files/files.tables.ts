import type { Generated } from 'kysely'

declare module '#app/platform/db.server.ts' {
  interface Tables {
    files: {
      key: string
      kind: 'picture' | 'pdf'
      bytes: number
      width: number | null
      height: number | null
      pageCount: number | null
      createdAt: Generated<Date>
      takenAt: Date | null
      droppedAt: Date | null
    }
  }
}
