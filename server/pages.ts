import type { Handler } from 'hono'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import * as build from 'virtual:react-router/server-build'

import { idKeysContext } from '#app/accounts/id-keys-context.ts'
import { storageContext } from '#app/files/storage/storage-context.ts'
import { isStorageDown } from '#app/files/storage/storage-down.server.ts'
import { legalTextsContext } from '#app/legal/legal-texts-context.ts'
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
import { ReplicaBehindError } from '#app/platform/replica.server.ts'
import { viewCounterContext } from '#app/posts/page/view-counter-context.ts'
import { previewMakerContext } from '#app/posts/preview/preview-maker-context.ts'
import { synonymsContext } from '#app/posts/search/synonyms-context.ts'
import type { AppEnv, AppOptions } from '#server/app-options.ts'
import { addressOf } from '#server/http/client-address.ts'

const retryAfterSeconds = '2'

const handle = createRequestHandler(build as ServerBuild, import.meta.env.MODE)

async function respond(request: Request, context: RouterContextProvider) {
  const response = await handle(request, context)
  const wait = context.get(retryAfterContext)
  if (wait !== null) response.headers.set('Retry-After', String(wait))
  return response
}

const isSomethingDown = (error: unknown) => isDatabaseDown(error) || isStorageDown(error)

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
      return respond(to, context)
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
    return errors.some(isSomethingDown) ? answerUnavailable() : response
  }
}

interface Rendering {
  nonce: string
  requestId: string
  /** What the page must show: see PageChanges. */
  position: string | null
}

/**
 * Renders a page for an anonymous visitor, from its URL and the database alone, or from a replica that is as new. Null: the replica
 * failed, or the database or file storage was down; then `pages` answers, which does not ask the replica, and logs what it finds.
 */
export function renderForVisitor(options: AppOptions) {
  const { replica, log } = options
  return async (url: string, { nonce, requestId, position }: Rendering) => {
    const errors: unknown[] = []
    const source = replica && position !== null ? await replica.asOf(position) : null
    const context = contextOf({ ...options, ...source }, errors)
    context.set(nonceContext, nonce)
    const response = await respond(atPublicUrl(new Request(url), options.config.publicUrl), context)
    if (source && errors.length > 0) {
      const failures = errors.filter((error) => !(error instanceof ReplicaBehindError))
      for (const err of failures) log.warn({ err }, 'the replica failed')
      return null
    }
    if (errors.some(isSomethingDown)) return null
    for (const err of errors) log.error({ id: requestId, err }, 'failed')
    return { response, topics: context.get(pageTopicsContext) }
  }
}

function contextOf(
  { db, searchDb, config, storage, idKeys, views, previews, synonyms, legalTexts }: AppOptions,
  errors: unknown[],
) {
  const context = new RouterContextProvider()
  context.set(dbContext, db)
  context.set(searchDbContext, searchDb)
  context.set(configContext, config)
  context.set(storageContext, storage)
  context.set(idKeysContext, idKeys)
  context.set(viewCounterContext, views)
  context.set(previewMakerContext, previews)
  context.set(synonymsContext, synonyms)
  context.set(legalTextsContext, legalTexts)
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
