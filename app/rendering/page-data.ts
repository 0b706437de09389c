/** Id of the script element with JSON that the server passes to the browser's script. */
export const pageDataId = (name: string) => `data-${name}`

/** The name of the loaders' data, in React Router's encoding. */
export const loaderDataName = 'loaded'

export const readPageData = (name: string) => document.getElementById(pageDataId(name))?.textContent ?? null

declare global {
  interface Window {
    /** React Router reads the loaders' data from this stream. */
    __reactRouterContext: { streamController: ReadableStreamDefaultController<string> }
  }
}

/**
 * Feeds the loaders' data to React Router. In the inline script that React Router writes by default, the data would be
 * encoded a second time, and its CSP hash would differ from page to page.
 */
export function streamLoaderData() {
  const { streamController } = window.__reactRouterContext // oxlint-disable-line no-underscore-dangle -- React Router's
  streamController.enqueue(readPageData(loaderDataName)!)
  streamController.close()
}
