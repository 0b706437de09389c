// Not in book-request-rules.ts, so that pages which need only the texts do not load Zod.
export const bookRequestTexts = {
  sent: 'Request submitted successfully. Our team will call you.',
  differs: 'Your request arrived already, as you first wrote it. Press Submit Request again to send this one, too.',
  failed: 'Oops... Failed to submit request. Please try again.',
}

/** The request form on the home page, with the book's name filled in. */
export const requestPath = (book: string) => `/${book && `?${new URLSearchParams({ book })}`}#request`

/** The action of the request form. */
export const requestAction = '/?index&request=on'
