const here = 'http://here.invalid'

/** A path of ours, or null: what a visitor's address says about where to go next may lead nowhere else. */
export function safePath(value: string | null | undefined) {
  if (!value || !/^\/[\x20-\x7e]*$/.test(value) || value.includes('\\')) return null
  const url = URL.parse(value, here)
  const path = url?.origin === here ? url.pathname + url.search + url.hash : ''
  return /^\/(?!\/)/.test(path) ? path : null // two slashes at the start name a host
}
