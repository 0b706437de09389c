import type { RouterContextProvider } from 'react-router'

import { retryAfterContext } from '#app/platform/context.ts'

/** React Router drops an action's headers, so server/pages.ts sets Retry-After from the context. */
export function tooManyRequests(context: Readonly<RouterContextProvider>, seconds: number) {
  context.set(retryAfterContext, seconds)
  return { status: 429 }
}
