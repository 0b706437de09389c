// Not in comment-rules.ts, so that lists do not load Zod.
export const commentTexts = {
  added: 'Comment added successfully!',
  failed: 'Failed to add comment',
  loadFailed: 'Failed to load comments',
  gone: 'The seller has deleted this post.',
  differs: 'Your comment is there already, as you first wrote it. Press Add Comment again to add this one, too.',
}
