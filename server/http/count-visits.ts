import type { MiddlewareHandler } from 'hono'

import { hasSessionCookie } from '#app/accounts/session-cookie.server.ts'
import { isId } from '#app/platform/ids.server.ts'
import type { ViewCounter } from '#app/posts/page/post-views.server.ts'
import type { AppEnv } from '#server/app-options.ts'

const postPage = /^\/posts\/([^/]+)\/[^/]+$/
const crawlers = /bot|crawl|spider|preview|facebookexternalhit|whatsapp/i

/**
 * Counts visitors' views of posts, from the page cache or not. Those of people with a session are counted by the page,
 * which knows whether they sell the post.
 */
export const countVisits =
  (views: ViewCounter): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    await next()
    const postId = postPage.exec(c.req.path)?.[1] ?? null
    if (!isId(postId) || c.req.method !== 'GET' || c.res.status !== 200 || hasSessionCookie(c.req.header('cookie')))
      return
    if (c.res.headers.get('Content-Type')?.startsWith('text/') && !crawlers.test(c.req.header('user-agent') ?? ''))
      views.count(postId)
  }
