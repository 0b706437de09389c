import type { Context, MiddlewareHandler } from 'hono'

import type { AppEnv } from '#server/app-options.ts'

interface Options {
  publicUrl: string | null
  trustProxy: boolean
}

/**
 * CSRF protection: refuses writes that a page of another origin (scheme, host and port) makes a browser send. React
 * Router checks the host as well, but later, and reports it as an error.
 */
export function refuseOtherSites(options: Options): MiddlewareHandler<AppEnv> {
  return (c, next) => {
    const origin = c.req.header('origin')
    const onlyReads = c.req.method === 'GET' || c.req.method === 'HEAD'
    const isOwn = onlyReads || origin === undefined || origin === originOf(c, options)
    return isOwn ? next() : Promise.resolve(c.text('Not from another site.', 403))
  }
}

/**
 * The site's origin: PUBLIC_URL, or else that of the request's URL, with the scheme from a trusted proxy. The latter is
 * what the client says, so it must not get into anything that others are sent.
 */
export function originOf(c: Context<AppEnv>, { publicUrl, trustProxy }: Options) {
  if (publicUrl) return publicUrl
  const { protocol, host, origin } = new URL(c.req.url)
  const forwarded = trustProxy ? c.req.header('x-forwarded-proto')?.split(',').at(-1)?.trim() : undefined
  return URL.parse(`${forwarded || protocol.slice(0, -1)}://${host}`)?.origin ?? origin
}
