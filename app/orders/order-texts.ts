// Not in order-rules.ts, so that lists do not load Zod.
export const orderTexts = {
  bought: {
    book: 'Book purchased successfully!',
    novel: 'Novel purchased successfully!',
    note: 'Note purchased successfully!',
    course: 'Course purchased successfully!',
  },
  failed: 'Failed to place order',
  gone: 'The seller has deleted this post. Nothing was ordered.',
  own: 'This is your own post. Nothing was ordered.',
  differs: 'This order is placed already, with what you sent first. To order again, close this and press Buy.',
}
