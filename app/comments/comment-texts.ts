// Not in comment-rules.ts, so that lists do not load Zod.

/** Comments of a post are counted up to here. */
export const countedMax = 1_000

export const commentTexts = {
  none: 'No comments yet. Ask the seller about it.',
  added: 'Comment added successfully!',
  failed: 'Failed to add comment',
  loadFailed: 'Failed to load comments',
  notSeller: 'Only the seller answers comments.',
  questionGone: 'This comment was deleted.',
  changeFailed: 'That was not saved. Please try again.',
  gone: 'The seller has deleted this post.',
  differs: 'Your comment is there already, as you first wrote it. Send it again to add this one, too.',
}
