// Apart from the rules, so that a page that only says something does not load what checks forms.

export const bookRequestTexts = {
  sent: 'Request submitted successfully. Our team will call you.',
  differs: 'Your request arrived already, as you first wrote it. Press Submit Request again to send this one, too.',
  failed: 'Oops... Failed to submit request. Please try again.',
}

/** Where one asks for a book, with the title that was looked for. */
export const requestPath = (book: string) => `/${book && `?${new URLSearchParams({ book })}`}#request`

/** The home page, with what its form does. */
export const requestAddress = '/?index&request=on'
