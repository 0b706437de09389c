import type { Handler } from 'hono'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import * as build from 'virtual:react-router/server-build'

import { idKeysContext } from '#app/accounts/id-keys-context.ts'
import { storageContext } from '#app/files/storage/storage-context.ts'
import { isStorageDown } from '#app/files/storage/storage-down.server.ts'
import {
  addressContext,
  configContext,
  dbContext,
  errorContext,
  isDatabaseDownContext,
  nonceContext,
  pageTopicsContext,
  retryAfterContext,
  searchDbContext,
} from '#app/platform/context.ts'
import { isDatabaseDown } from '#app/platform/db.server.ts'
import { viewCounterContext } from '#app/posts/page/view-counter-context.ts'
import { synonymsContext } from '#app/posts/search/synonyms-context.ts'
import type { AppEnv, AppOptions } from '#server/app-options.ts'
import { addressOf } from '#server/http/client-address.ts'

const retryAfterSeconds = '2'

const handle = createRequestHandler(build as ServerBuild, import.meta.env.MODE)

/** Passes the request to React Router; its page is a 503 with Retry-After if the database or file storage is down. */
export function pages(options: AppOptions): Handler<AppEnv> {
  const { config, log, isDatabaseUp } = options
  return async (c) => {
    const request = atPublicUrl(c.req.raw, config.publicUrl)
    const errors: unknown[] = []
    const answer = async (to: Request, isDown: boolean) => {
      const context = contextOf(options, errors)
      context.set(nonceContext, c.get('nonce'))
      context.set(addressContext, addressOf(c, config))
      context.set(isDatabaseDownContext, isDown)
      const response = await handle(to, context)
      const wait = context.get(retryAfterContext)
      if (wait !== null) response.headers.set('Retry-After', String(wait))
      return response
    }
    const answerUnavailable = async () => {
      const response = await answer(new Request(request.url, { headers: request.headers }), true)
      response.headers.set('Retry-After', retryAfterSeconds)
      response.headers.set('Cache-Control', 'no-store')
      return response
    }

    if (!isDatabaseUp()) return answerUnavailable()
    const response = await answer(request, false)
    for (const err of errors) log.error({ id: c.get('requestId'), err }, 'failed')
    return errors.some((error) => isDatabaseDown(error) || isStorageDown(error)) ? answerUnavailable() : response
  }
}

/** Renders a page for an anonymous visitor, from its URL and the database alone. */
export function renderForVisitor(options: AppOptions) {
  return async (url: string, nonce: string) => {
    const errors: unknown[] = []
    const context = contextOf(options, errors)
    context.set(nonceContext, nonce)
    const response = await handle(atPublicUrl(new Request(url), options.config.publicUrl), context)
    if (errors.length > 0) return null // not cached: `pages` answers, and logs it
    return { response, topics: context.get(pageTopicsContext) }
  }
}

function contextOf({ db, searchDb, config, storage, idKeys, views, synonyms }: AppOptions, errors: unknown[]) {
  const context = new RouterContextProvider()
  context.set(dbContext, db)
  context.set(searchDbContext, searchDb)
  context.set(configContext, config)
  context.set(storageContext, storage)
  context.set(idKeysContext, idKeys)
  context.set(viewCounterContext, views)
  context.set(synonymsContext, synonyms)
  context.set(errorContext, errors)
  context.set(pageTopicsContext, [])
  return context
}

/** Behind a proxy the request's URL differs from the public one. */
function atPublicUrl(request: Request, publicUrl: string | null) {
  if (!publicUrl) return request
  const url = new URL(request.url)
  return url.origin === publicUrl ? request : new Request(publicUrl + url.pathname + url.search, request)
}
