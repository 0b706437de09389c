import type { PostKind } from './post-rules.ts'

/** Notes and courses are PDFs: they are read before they are bought. Books and novels are pictures. */
export const hasPdfs = (kind: PostKind) => kind === 'note' || kind === 'course'
