import { ratingDays, type Tap } from './rating-rules.ts'

export const tapLabels: Record<Tap, string> = {
  asPromised: 'Condition as promised',
  communication: 'Communication',
  useful: 'Useful',
}

/** Yes and no, as they are asked. */
export const tapChoices: Record<Tap, { yes: string; no: string }> = {
  asPromised: { yes: 'Yes', no: 'No' },
  communication: { yes: 'Good', no: 'Poor' },
  useful: { yes: 'Yes', no: 'No' },
}

export const ratingAnswers = {
  gone: 'There is nothing to rate any more.',
  tooLate: `You have rated it already, or its ${ratingDays} days are over.`,
  cannotAnswer: 'You have answered it already.',
}
