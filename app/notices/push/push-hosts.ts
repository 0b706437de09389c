/** Push services of the browsers, by host: the server sends to no other address that somebody names. */
const knownHosts = ['fcm.googleapis.com', 'push.services.mozilla.com', 'notify.windows.com', 'push.apple.com']

/** `more`: hosts that the operator added. */
export function isPushHost(endpoint: string, more: readonly string[]) {
  const url = URL.parse(endpoint)
  if (!url) return false
  if (more.includes(url.host)) return true
  const isKnown = knownHosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  return isKnown && url.protocol === 'https:' && url.port === '' && !url.username && !url.password
}
