import type { FileFolder } from '#app/files/file-rules.ts'
import { takeFile } from '#app/files/storage/take-file.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { wantedPictures } from '#app/posts/kinds/edited-pictures.ts'
import type { EditedPost } from '#app/posts/kinds/edited-post.ts'

const pictureColumns = ['picture1', 'picture2', 'picture3'] as const
export const fileColumns = [...pictureColumns, 'coverImage', 'pdf1', 'pdf2'] as const

type PostFiles = Record<(typeof fileColumns)[number], string | null>

export const keysOf = (files: PostFiles) => Object.values(files).filter((key) => key !== null)

/** The file was uploaded too long ago, or belongs to another post. */
export class FileGone extends Error {
  readonly field: string

  constructor(field: string) {
    super(`The file of ${field} is gone`)
    this.field = field
  }
}

/** Books and novels have two pictures at least. */
export class TooFewPictures extends Error {
  readonly field: string

  constructor(field: string) {
    super('Fewer than two pictures are left')
    this.field = field
  }
}

/** The files of a post after an edit. Takes the new ones; throws, to roll back, if one is not available. */
export async function replaceFiles(db: Db, before: PostFiles, edited: EditedPost): Promise<PostFiles> {
  const after = { ...before }
  if ('shownPictures' in edited) Object.assign(after, await arrangePictures(db, before, edited))
  if ('pdf1' in edited) {
    after.pdf1 = await replaceFile(db, before, { field: 'pdf1', sent: edited.pdf1 })
    after.pdf2 = await replaceFile(db, before, { field: 'pdf2', sent: edited.pdf2 })
  }
  if ('coverImage' in edited) {
    const { coverImage: sent, coverImageRemoved } = edited
    after.coverImage = coverImageRemoved && !sent ? null : await replaceFile(db, before, { field: 'coverImage', sent })
  }
  return after
}

interface Replacement {
  field: 'coverImage' | 'pdf1' | 'pdf2'
  sent: string
}

async function replaceFile(db: Db, before: PostFiles, { field, sent }: Replacement) {
  if (!sent || sent === before[field]) return before[field] // a retry has replaced it before
  await takeOrThrow(db, sent, field)
  return sent
}

async function takeOrThrow(db: Db, key: string, field: string) {
  const folder: FileFolder = field.startsWith('pdf') ? 'uploads' : 'images'
  if (!(await takeFile(db, key, folder))) throw new FileGone(field)
}

/**
 * A picture that another edit has removed meanwhile is left out, unless that leaves fewer than two. Keys of pictures to
 * keep count only if the post has them.
 */
async function arrangePictures(db: Db, before: PostFiles, edited: Parameters<typeof wantedPictures>[0]) {
  const wanted = wantedPictures(edited)
  if (wanted === null) return {}
  const own = new Set(pictureColumns.map((column) => before[column]))
  const keys = new Set<string>()
  const gone: string[] = []
  for (const { field, kept, sent } of wanted) {
    const key = sent || kept
    if (sent && !own.has(sent)) await takeOrThrow(db, sent, field)
    else if (!own.has(key)) gone.push(field)
    if (!gone.includes(field)) keys.add(key)
  }
  if (keys.size < 2) throw new TooFewPictures(gone[0] ?? 'picture2')
  const [picture1, picture2, picture3 = null] = keys
  return { picture1, picture2, picture3 }
}

/** Orders show the pictures that the post had when it was ordered, and deliver its PDFs: those stay. */
export async function withoutOrdered(db: Db, postId: string, keys: string[]) {
  if (keys.length === 0) return keys
  const orders = await db
    .selectFrom('orders')
    .select(pictureColumns)
    .where('postId', '=', postId)
    .where((is) => is.or(pictureColumns.map((column) => is(column, 'in', keys))))
    .execute()
  const files = await db.selectFrom('orderFiles').select('sourceKey').where('sourceKey', 'in', keys).execute()
  const needed = new Set([
    ...orders.flatMap((order) => Object.values(order)),
    ...files.map(({ sourceKey }) => sourceKey),
  ])
  return keys.filter((key) => !needed.has(key))
}
