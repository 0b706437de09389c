import type { MiddlewareHandler } from 'hono'

import type { AppEnv } from './app.ts'

/** What React Router does for forms: a request that a page of another site makes a browser send is refused. */
export function refuseOtherSites({ publicUrl }: { publicUrl: string | null }): MiddlewareHandler<AppEnv> {
  const publicHost = publicUrl && new URL(publicUrl).host
  return (c, next) => {
    const origin = c.req.header('origin')
    const isOwn = origin === undefined || URL.parse(origin)?.host === (publicHost ?? c.req.header('host'))
    return isOwn ? next() : Promise.resolve(c.text('Not from another site.', 403))
  }
}
