/** Access is checked by `findPreview`. */
export function previewPath(postId: string, number: number) {
  return `/posts/${postId}/preview/${number}`
}

export interface PreviewedPost {
  id: string
  name: string
}

/** The history state of a preview that was opened from the list. */
export interface PreviewState {
  preview?: PreviewedPost
}
