import type { RouterContextProvider } from 'react-router'

import { pageTopicsContext } from '#app/platform/context.ts'

/** The page shows the ratings of these sellers: a new one changes the cached page, and none of other sellers does. */
export function noteShownRatings(context: Readonly<RouterContextProvider>, sellerIds: string[]) {
  const topics = new Set(sellerIds.map((id) => `rating:${id}`))
  context.get(pageTopicsContext).push(...topics)
}
