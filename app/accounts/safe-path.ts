const origin = 'http://here.invalid'

/** Prevents open redirects: returns the path if it is on this site, else null. */
export function safePath(value: string | null | undefined) {
  if (!value || !/^\/[\x20-\x7e]*$/.test(value) || value.includes('\\')) return null
  const url = URL.parse(value, origin)
  const path = url?.origin === origin ? url.pathname + url.search + url.hash : ''
  return /^\/(?!\/)/.test(path) ? path : null // `//` starts a host name
}
