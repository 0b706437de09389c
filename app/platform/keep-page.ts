import { isRouteErrorResponse } from 'react-router'

import type { Answer } from './forms.ts'

/**
 * For a page's `clientAction`: a lost connection or a broken server becomes a notice, so that the page, and with it all
 * that was typed, stays. Redirects and refusals (not found, not allowed) take their course.
 */
export async function keepPage<T>(serverAction: () => Promise<T>, text: string): Promise<T | Answer> {
  try {
    return await serverAction()
  } catch (error) {
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error
    return { notice: { kind: 'error', text } }
  }
}
