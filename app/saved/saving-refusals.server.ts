import { waitText } from '#app/limits/wait-rules.ts'

import { savedMax, savingLimit } from './saved-rules.ts'

/** Why a post is not saved, by the name that a redirect to /saved carries. */
export const savingRefusals = {
  full: { status: 409, text: `You have saved ${savedMax} posts, which is the most. Remove some of them first.` },
  own: { status: 409, text: 'This is your own post: you find it among My Posts.' },
  gone: { status: 410, text: 'This post is gone. It was sold, or its seller has deleted it.' },
  often: { status: 429, text: `Too many ${savingLimit.of} in a short time. ${waitText(60)}` },
}

export type SavingRefusal = keyof typeof savingRefusals

export const findRefusalText = (name: string | null) =>
  name !== null && Object.hasOwn(savingRefusals, name) ? savingRefusals[name as SavingRefusal].text : null
