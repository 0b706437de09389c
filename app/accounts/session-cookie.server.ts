import type { Config } from '#app/platform/config.server.ts'

import { sessionMs } from './sessions.server.ts'

const isSecure = ({ publicUrl }: Config) => publicUrl?.startsWith('https:') ?? false

/** Browsers accept the `__Host-` prefix only over HTTPS and from this very host. */
const cookieName = (config: Config) => (isSecure(config) ? '__Host-puthi-session' : 'puthi-session')

export function readSessionToken(request: Request, config: Config) {
  const name = cookieName(config)
  for (const part of (request.headers.get('Cookie') ?? '').split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === name && value && /^[\w-]{43}$/.test(value)) return value
  }
  return null
}

/** A cheap check for every request: the session may turn out to be invalid. */
export const hasSessionCookie = (cookie: string | undefined) => cookie?.includes('puthi-session') ?? false

/** A null token deletes the cookie. */
export function sessionCookie(token: string | null, config: Config) {
  const maxAge = token ? sessionMs / 1_000 : 0
  const secure = isSecure(config) ? '; Secure' : ''
  return `${cookieName(config)}=${token ?? ''}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}

/**
 * Response headers that end a session: they delete the cookie, the browser's cache and the site's storage. A student's
 * log-out keeps the storage: only the student's own keys have to go, and the next page removes them.
 */
export const sessionEndHeaders = (config: Config, { keepsStorage = false } = {}) => ({
  'Set-Cookie': sessionCookie(null, config),
  'Clear-Site-Data': keepsStorage ? '"cache"' : '"cache", "storage"',
})
