import { linkMinutes } from '#app/notices/notice-rules.ts'
import type { Config } from '#app/platform/config.server.ts'

import { sessionMs } from './sessions.server.ts'

const isSecure = ({ publicUrl }: Config) => publicUrl?.startsWith('https:') ?? false

/** Browsers accept the `__Host-` prefix only over HTTPS and from this very host. */
export const cookiePrefix = (config: Config) => (isSecure(config) ? '__Host-' : '')
const cookieName = (config: Config) => `${cookiePrefix(config)}puthi-session`
const browserCookieName = (config: Config) => `${cookiePrefix(config)}puthi-browser`
const linkCookieName = (config: Config) => `${cookiePrefix(config)}puthi-link`

export const readSessionToken = (request: Request, config: Config) => readToken(request, cookieName(config))

/** By which a browser is known that was logged in with. */
export const readBrowserToken = (request: Request, config: Config) => readToken(request, browserCookieName(config))

/** Of the password link that this browser has followed. */
export const readLinkToken = (request: Request, config: Config) => readToken(request, linkCookieName(config))

export function readToken(request: Request, name: string) {
  for (const part of (request.headers.get('Cookie') ?? '').split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === name && value && /^[\w-]{43}$/.test(value)) return value
  }
  return null
}

/** A cheap check for every request: the session may turn out to be invalid. */
export const hasSessionCookie = (cookie: string | undefined) => cookie?.includes('puthi-session') ?? false

/** A null token deletes the cookie. */
export const sessionCookie = (token: string | null, config: Config) =>
  tokenCookie({ name: cookieName(config), token, maxAge: sessionMs / 1_000 }, config)

/** Stays after logging out: it gives no access. */
export const browserCookie = (token: string, config: Config) =>
  tokenCookie({ name: browserCookieName(config), token, maxAge: browserDays * 24 * 60 * 60 }, config)

/** Keeps the token of a password link out of the address, where others could read it. A null token deletes it. */
export const linkCookie = (token: string | null, config: Config) =>
  tokenCookie({ name: linkCookieName(config), token, maxAge: linkMinutes.password * 60 }, config)

/** Browsers keep a cookie no longer. */
const browserDays = 400

interface TokenCookie {
  name: string
  token: string | null
  /** In seconds. */
  maxAge: number
}

export function tokenCookie({ name, token, maxAge }: TokenCookie, config: Config) {
  const secure = isSecure(config) ? '; Secure' : ''
  return `${name}=${token ?? ''}; Path=/; Max-Age=${token ? maxAge : 0}; HttpOnly; SameSite=Lax${secure}`
}

/**
 * Response headers that end a session: they delete the cookie, the browser's cache and the site's storage. A student's
 * log-out keeps the storage: only the student's own keys have to go, and the next page removes them.
 */
export const sessionEndHeaders = (config: Config, { keepsStorage = false } = {}) => ({
  'Set-Cookie': sessionCookie(null, config),
  'Clear-Site-Data': keepsStorage ? '"cache"' : '"cache", "storage"',
})
