import { readToken, tokenCookie, cookiePrefix } from '#app/accounts/session-cookie.server.ts'
import type { Config } from '#app/platform/config.server.ts'

// A cookie of its own: a member of the team is a visitor on the market, or logged in there as somebody else.

const cookieName = (config: Config) => `${cookiePrefix(config)}puthi-team`

/** Longer than a session, so that a browser whose session has ended is asked to log in again, in place of a 404. */
const maxAge = 30 * 24 * 60 * 60

export const readTeamToken = (request: Request, config: Config) => readToken(request, cookieName(config))

/** A null token deletes the cookie. */
export const teamCookie = (token: string | null, config: Config) =>
  tokenCookie({ name: cookieName(config), token, maxAge }, config)
