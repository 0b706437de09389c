declare global {
  interface Window {
    /** What React Router knows of all routes. */
    __reactRouterManifest: { routes: Record<string, { module: string } | undefined> }
  }
}

/**
 * Downloads the script of a route, before a fetcher asks for its data: React Router would download it, too, but reload the
 * whole page if that fails.
 */
export async function loadRouteModule(id: string) {
  const route = window.__reactRouterManifest.routes[id] // oxlint-disable-line no-underscore-dangle -- React Router's
  await import(/* @vite-ignore */ route!.module)
}
