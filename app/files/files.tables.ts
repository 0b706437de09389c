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
      /** Of a PDF: the file with its preview; null: none was drawn, or it cannot be drawn. */
      previewKey: string | null
      /** What the preview was drawn by, or tried to be; null: it was not tried yet. */
      previewSettings: string | null
      /** Of what it shows: of a picture as it was decoded and drawn small, of a PDF's bytes. */
      contentSha256: Generated<Buffer | null>
      /** The account whose post it is in. */
      ownerId: Generated<string | null>
      createdAt: Generated<Date>
      takenAt: Date | null
      droppedAt: Date | null
    }
  }
}
