import type { PostKind } from './post-rules.ts'

/** Notes and courses consist of PDFs, which have previews. Books and novels have pictures. */
export const hasPdfs = (kind: PostKind) => kind === 'note' || kind === 'course'
