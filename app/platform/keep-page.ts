import { data, isRouteErrorResponse } from 'react-router'

/**
 * For a page's `clientAction`: a lost connection or a broken server becomes a notice, so that the page, and with it all
 * that was typed, stays. Redirects and refusals (not found, not allowed) take their course.
 */
export async function keepPage<T>(serverAction: () => Promise<T>, text: string) {
  try {
    return await serverAction()
  } catch (error) {
    if (!isBreakdown(error)) throw error
    // With its status the page is not asked anew for what it shows: that would fail, too, and take the page away.
    return data({ notice: { kind: 'error' as const, text } }, 503)
  }
}

/** Whether a call of the server failed by a lost connection or a broken server. */
export function isBreakdown(error: unknown) {
  return !(error instanceof Response) && !(isRouteErrorResponse(error) && error.status < 500)
}
