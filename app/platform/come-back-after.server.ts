import type { RouterContextProvider } from 'react-router'

import { retryAfterContext } from './context.ts'

/** The status for whoever has to wait. React Router leaves a form's headers out of its page: server/pages.ts adds this one. */
export function comeBackAfter(context: Readonly<RouterContextProvider>, seconds: number) {
  context.set(retryAfterContext, seconds)
  return { status: 429 }
}
