// Not in post-rules.ts, so that pages which need only the texts do not load Zod.
export const uploadTexts = {
  book: { uploaded: 'Book uploaded successfully', failed: 'Failed to upload book' },
  novel: { uploaded: 'Novel uploaded successfully', failed: 'Failed to upload novel' },
  note: { uploaded: 'Notes uploaded successfully', failed: 'Failed to upload notes' },
  course: { uploaded: 'Course materials uploaded successfully', failed: 'Failed to upload course materials' },
}

/** For a form that was changed after its first submission, whose response may have been lost. */
export const uploadedBefore =
  'It is uploaded already, as you first sent it. You can edit it among your posts. Press Upload again to upload this one, too.'

export const managingTexts = {
  updated: 'Post updated successfully',
  updateFailed: 'Failed to update post',
  deleteFailed: 'Failed to delete post',
  student: { fetchFailed: 'Failed to fetch your posts', deleted: 'Post deleted successfully!' },
  store: { fetchFailed: 'Failed to fetch posts', deleted: 'Post deleted successfully' },
}

/** To the seller of a post that nobody else sees. */
export const hiddenTexts = {
  team: 'Hidden by our team. Your notices say why; write to us under Help.',
  held: 'Our team looks at your first posts before others see them.',
  suspended: 'Hidden while your account is suspended.',
}

/** The name of each kind: on a label, and in the title of a dialog. */
export const kindWords = {
  book: { label: 'Book', inTitle: 'book' },
  novel: { label: 'Novel', inTitle: 'novel' },
  note: { label: 'Note', inTitle: 'note' },
  course: { label: 'Course', inTitle: 'course material' },
}

export const listingTexts = { novelsFailed: 'Failed to fetch novels' }
