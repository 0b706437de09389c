// Apart from the rules, so that a page that only says something does not load what checks forms.

export const uploadTexts = {
  book: { uploaded: 'Book uploaded successfully', failed: 'Failed to upload book' },
  novel: { uploaded: 'Novel uploaded successfully', failed: 'Failed to upload novel' },
  note: { uploaded: 'Notes uploaded successfully', failed: 'Failed to upload notes' },
  course: { uploaded: 'Course materials uploaded successfully', failed: 'Failed to upload course materials' },
}

/** The form was sent before, and then changed: its answer may have been lost. */
export const uploadedBefore =
  'It is uploaded already, as you first sent it. You can edit it among your posts. Press Upload again to upload this one, too.'

export const managingTexts = {
  updated: 'Post updated successfully',
  updateFailed: 'Failed to update post',
  deleteFailed: 'Failed to delete post',
  student: { fetchFailed: 'Failed to fetch your posts', deleted: 'Post deleted successfully!' },
  store: { fetchFailed: 'Failed to fetch posts', deleted: 'Post deleted successfully' },
}

/** What a kind is called: on a label, and in the title of what is done to a post. */
export const kindWords = {
  book: { label: 'Book', inTitle: 'book' },
  novel: { label: 'Novel', inTitle: 'novel' },
  note: { label: 'Note', inTitle: 'note' },
  course: { label: 'Course', inTitle: 'course material' },
}

export const listingTexts = { novelsFailed: 'Failed to fetch novels' }
