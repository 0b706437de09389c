// Apart from the rules, so that a page that only says something does not load what checks forms.

export const uploadTexts = {
  book: { uploaded: 'Book uploaded successfully', failed: 'Failed to upload book' },
  novel: { uploaded: 'Novel uploaded successfully', failed: 'Failed to upload novel' },
  note: { uploaded: 'Notes uploaded successfully', failed: 'Failed to upload notes' },
  course: { uploaded: 'Course materials uploaded successfully', failed: 'Failed to upload course materials' },
}
