import type { Config } from '#app/platform/config.server.ts'

import { sessionMs } from './sessions.server.ts'

const isSecure = ({ publicUrl }: Config) => publicUrl?.startsWith('https:') ?? false

/** Under https its name lets no other host and no plain http set it. */
const nameFor = (config: Config) => (isSecure(config) ? '__Host-puthi-session' : 'puthi-session')

export function readSessionToken(request: Request, config: Config) {
  const name = nameFor(config)
  for (const part of (request.headers.get('Cookie') ?? '').split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === name && value && /^[\w-]{43}$/.test(value)) return value
  }
  return null
}

/** Whether it may be somebody's: asked of every request, before anything else is done for it. */
export const hasSessionCookie = (cookie: string | undefined) => cookie?.includes('puthi-session') ?? false

/** Without a token it tells the browser to forget the one it has. */
export function sessionCookie(token: string | null, config: Config) {
  const life = token ? sessionMs / 1_000 : 0
  const secure = isSecure(config) ? '; Secure' : ''
  return `${nameFor(config)}=${token ?? ''}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Lax${secure}`
}

/**
 * For the answer that ends a session: the browser forgets the cookie and the pages it kept, and all storage of the site. A
 * student's log-out leaves the storage: it is specified to remove the student's own keys only, which the next page does.
 */
export const forgetSession = (config: Config, { leavesStorage = false } = {}) => ({
  'Set-Cookie': sessionCookie(null, config),
  'Clear-Site-Data': leavesStorage ? '"cache"' : '"cache", "storage"',
})
