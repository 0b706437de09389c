/**
 * For a script chunk that failed to load: browsers do not fetch it again until the page is reloaded. Reloads the page
 * if the server answers; resolves to false if there is no connection.
 */
export async function reloadIfOnline() {
  const isOnline = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isOnline) window.location.reload()
  return isOnline
}
