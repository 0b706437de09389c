/** Access is checked by `findPreview`. */
export function previewPdfPath(postId: string, number: number) {
  return `/posts/${postId}/preview/${number}`
}

/** Which of the two PDFs the address of a preview names. */
export const pdfNamedIn = (search: string) => (new URLSearchParams(search).get('pdf') === '2' ? 2 : 1)

export interface PreviewedPost {
  id: string
  name: string
}
