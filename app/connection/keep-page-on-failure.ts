import { data, isRouteErrorResponse } from 'react-router'

/**
 * For a page's `clientAction`: turns a lost connection or a broken server into a notice, so that the page and
 * everything typed stay. Redirects and refusals pass through.
 */
export async function keepPageOnFailure<T>(serverAction: () => Promise<T>, text: string) {
  try {
    return await serverAction()
  } catch (error) {
    if (!isOutage(error)) throw error
    // An error status: React Router then does not revalidate the loaders, which would fail and replace the page.
    return data({ notice: { kind: 'error' as const, text } }, 503)
  }
}

/**
 * For a page's `clientLoader`: resolves to null if the connection is lost or the server is broken, and the page says so
 * itself. The error page would replace the list that Load More adds to, or the page under a dialog.
 */
export async function nullOnFailure<T>(serverLoader: () => Promise<T>) {
  try {
    return await serverLoader()
  } catch (error) {
    if (!isOutage(error)) throw error
    return null
  }
}

export function isOutage(error: unknown) {
  return !(error instanceof Response) && !(isRouteErrorResponse(error) && error.status < 500)
}
