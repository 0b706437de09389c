import type { PostKind } from '#app/posts/post-rules.ts'

export const previewTexts = {
  beingMade: 'The preview is being made. It will be here in a moment.',
  none: 'There is no preview of this PDF.',
}

/** Where PDFs are uploaded. */
export const pdfHint =
  'Everybody sees pictures of the first pages. Buyers get the PDF with their name on each page: without a lock, and a digital signature in it no longer holds. PDFs that ask for a password are not taken.'

/** The last page of a preview; null if nothing is missing. */
export function endingOf(kind: PostKind, missingPages: number) {
  if (missingPages === 0) return null
  const count = missingPages.toLocaleString('en')
  return {
    heading: missingPages === 1 ? '1 more page' : `${count} more pages`,
    words: `Buy the ${kind === 'course' ? 'course' : 'notes'} to read ${missingPages === 1 ? 'it' : 'them all'}.`,
  }
}
