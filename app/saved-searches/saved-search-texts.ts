import { savedSearchesMax } from './saved-search-rules.ts'

/** Why a search is not saved, by the name that a redirect carries. */
export const savingRefusals = {
  empty: { status: 400, text: 'Type some words or choose a filter first: then we can tell you what appears.' },
  full: {
    status: 409,
    text: `You are told of ${savedSearchesMax} searches, which is the most. Stop one of them first.`,
  },
  often: { status: 429, text: 'Too many saved searches in a short time. Please try again later.' },
}

export const findRefusalText = (name: string | null) =>
  name !== null && Object.hasOwn(savingRefusals, name) ? savingRefusals[name as keyof typeof savingRefusals].text : null
