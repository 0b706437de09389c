/** Who may read what there is decided by `findPreview`. */
export function previewPath(postId: string, number: number) {
  return `/posts/${postId}/preview/${number}`
}

export interface PreviewedPost {
  id: string
  name: string
}

/** In the history's entry of an open preview: whose it is, and that one came to it from the list. */
export interface PreviewState {
  preview?: PreviewedPost
}

export const loadPreview = () => import('./preview-dialog.tsx')
