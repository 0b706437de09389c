// Not in purchase-rules.ts, so that lists do not load Zod.
export const orderTexts = {
  bought: {
    book: 'Book purchased successfully!',
    novel: 'Novel purchased successfully!',
    note: 'Note purchased successfully!',
    course: 'Course purchased successfully!',
  },
  failed: 'Failed to place order',
  gone: 'The seller has deleted this post. Nothing was ordered.',
  soldOut: 'All copies are sold. Nothing was ordered.',
  own: 'This is your own post. Nothing was ordered.',
  detailsSaved: 'Your address is saved.',
  detailsForgotten: 'Your address is forgotten.',
  detailsNotSaved: 'Your address could not be saved. Please try again.',
  differs: 'This order is placed already, with what you sent first. To order again, go back and press Buy.',
}

export const fewLeft = (copies: number) => (copies === 1 ? 'Only 1 copy is left' : `Only ${copies} copies are left`)
