// Apart from the rules, so that a page that only says something does not load what checks forms.

export const uploadTexts = {
  book: { uploaded: 'Book uploaded successfully', failed: 'Failed to upload book' },
  novel: { uploaded: 'Novel uploaded successfully', failed: 'Failed to upload novel' },
}
