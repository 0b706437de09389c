import type { ClosedBecause } from './book-request-rules.ts'

// Not in book-request-rules.ts, so that pages which need only the texts do not load Zod.
export const bookRequestTexts = {
  sent: 'Request submitted successfully. Our team will call you.',
  differs: 'Your request arrived already, as you first wrote it. Press Submit Request again to send this one, too.',
  failed: 'Oops... Failed to submit request. Please try again.',
}

interface RequestState {
  closedBecause: ClosedBecause | null
  /** How many posts for sale may be it. */
  count: number
}

export function describeRequestState({ closedBecause, count }: RequestState) {
  if (closedBecause) return closedTexts[closedBecause]
  if (count === 0) return 'Looking'
  return count === 1 ? '1 copy found' : `${count} copies found`
}

const closedTexts: Record<ClosedBecause, string> = {
  found: 'Closed: you found it',
  'not needed': 'Closed: you no longer need it',
  team: 'Closed by our team',
}

/** More are not counted. */
const countedMax = 100

export function describePeople(count: number) {
  if (count >= countedMax) return `${countedMax} or more people look for it`
  return count === 1 ? '1 person looks for it' : `${count} people look for it`
}

/** The request form on the home page, with the book's name filled in. */
export const requestPath = (book: string) => `/${book && `?${new URLSearchParams({ book })}`}#request`

/** The action of the request form. */
export const requestAction = '/?index&request=on'
