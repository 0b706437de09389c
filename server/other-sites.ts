import type { MiddlewareHandler } from 'hono'

import type { AppEnv } from './app.ts'

/**
 * What a page of another site makes a browser send is refused. React Router does the same, later, and calls it an error;
 * what only reads may come from anywhere.
 */
export function refuseOtherSites({ publicUrl }: { publicUrl: string | null }): MiddlewareHandler<AppEnv> {
  const publicHost = publicUrl && new URL(publicUrl).host
  return (c, next) => {
    const origin = c.req.header('origin')
    const onlyReads = c.req.method === 'GET' || c.req.method === 'HEAD'
    const isOwn = onlyReads || origin === undefined || URL.parse(origin)?.host === (publicHost ?? c.req.header('host'))
    return isOwn ? next() : Promise.resolve(c.text('Not from another site.', 403))
  }
}
